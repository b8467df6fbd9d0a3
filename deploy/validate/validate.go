// Package validate renders the manifests of deploy/kubernetes and has Kubernetes' own code judge them, as an API server
// would, and then whether what they name is there.
package validate

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/apps"
	appsvalidation "k8s.io/kubernetes/pkg/apis/apps/validation"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	autoscalingvalidation "k8s.io/kubernetes/pkg/apis/autoscaling/validation"
	"k8s.io/kubernetes/pkg/apis/batch"
	batchvalidation "k8s.io/kubernetes/pkg/apis/batch/validation"
	"k8s.io/kubernetes/pkg/apis/core"
	corevalidation "k8s.io/kubernetes/pkg/apis/core/validation"
	"k8s.io/kubernetes/pkg/apis/networking"
	networkingvalidation "k8s.io/kubernetes/pkg/apis/networking/validation"
	"k8s.io/kubernetes/pkg/apis/policy"
	policyvalidation "k8s.io/kubernetes/pkg/apis/policy/validation"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
)

// Folder returns what is wrong with the kustomization in a folder: a sentence each, none where it is accepted.
func Folder(folder string) []string {
	options := krusty.MakeDefaultOptions()
	// seed-sql is outside of the folder
	options.LoadRestrictions = types.LoadRestrictionsNone
	rendered, err := krusty.MakeKustomizer(options).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return []string{fmt.Sprintf("%s cannot be rendered: %v.", folder, err)}
	}
	var documents []string
	for _, resource := range rendered.Resources() {
		document, err := resource.AsYAML()
		if err != nil {
			return []string{fmt.Sprintf("%s cannot be rendered: %v.", folder, err)}
		}
		documents = append(documents, string(document))
	}
	return Manifests(documents)
}

// Manifests returns what is wrong with these documents of YAML, one object each.
func Manifests(documents []string) []string {
	decoder := serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict).UniversalDeserializer()
	var faults []string
	var objects []runtime.Object
	for _, document := range documents {
		versioned, kind, err := decoder.Decode([]byte(document), nil, nil)
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %s.", title(document), firstLine(err)))
			continue
		}
		legacyscheme.Scheme.Default(versioned)
		internal, err := legacyscheme.Scheme.ConvertToVersion(versioned, runtime.InternalGroupVersioner)
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %s.", title(document), firstLine(err)))
			continue
		}
		accessor, err := meta.Accessor(internal)
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %s.", title(document), firstLine(err)))
			continue
		}
		if accessor.GetNamespace() == "" {
			accessor.SetNamespace(metav1.NamespaceDefault)
		}
		complete(internal)
		for _, fault := range judged(internal) {
			faults = append(faults, fmt.Sprintf("%s %s: %s.", kind.Kind, accessor.GetName(), firstLine(fault)))
		}
		objects = append(objects, internal)
	}
	return append(faults, references(objects)...)
}

// complete sets what an API server sets itself before it validates.
func complete(object runtime.Object) {
	switch of := object.(type) {
	case *core.Service:
		if of.Spec.ClusterIP != "" {
			of.Spec.ClusterIPs = []string{of.Spec.ClusterIP}
		}
	case *batch.Job:
		of.UID = "1"
		own := map[string]string{batch.ControllerUidLabel: "1", batch.JobNameLabel: of.Name, batch.LegacyControllerUidLabel: "1", batch.LegacyJobNameLabel: of.Name}
		for label, value := range own {
			metav1.SetMetaDataLabel(&of.Spec.Template.ObjectMeta, label, value)
		}
		of.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{batch.ControllerUidLabel: "1"}}
	}
}

// judged is what an API server says when it is asked to create the object.
func judged(object runtime.Object) field.ErrorList {
	switch of := object.(type) {
	case *apps.Deployment:
		return appsvalidation.ValidateDeployment(of, podOptions(&of.Spec.Template))
	case *apps.StatefulSet:
		return appsvalidation.ValidateStatefulSet(of, podOptions(&of.Spec.Template))
	case *batch.Job:
		return batchvalidation.ValidateJob(of, batchvalidation.JobValidationOptions{
			PodValidationOptions:  podOptions(&of.Spec.Template),
			RequirePrefixedLabels: true,
		})
	case *autoscaling.HorizontalPodAutoscaler:
		return autoscalingvalidation.ValidateHorizontalPodAutoscaler(of, autoscalingvalidation.HorizontalPodAutoscalerSpecValidationOptions{MinReplicasLowerBound: 1})
	case *policy.PodDisruptionBudget:
		return policyvalidation.ValidatePodDisruptionBudget(of, policyvalidation.PodDisruptionBudgetValidationOptions{})
	case *networking.NetworkPolicy:
		return networkingvalidation.ValidateNetworkPolicy(of, networkingvalidation.NetworkPolicyValidationOptions{})
	case *core.Service:
		return corevalidation.ValidateServiceCreate(of)
	case *core.PersistentVolumeClaim:
		return corevalidation.ValidatePersistentVolumeClaim(of, corevalidation.ValidationOptionsForPersistentVolumeClaimCreate())
	case *core.ConfigMap:
		return corevalidation.ValidateConfigMap(of)
	case *core.Secret:
		return corevalidation.ValidateSecret(of)
	default:
		return field.ErrorList{field.Forbidden(field.NewPath("kind"), "this check does not know it")}
	}
}

func podOptions(template *core.PodTemplateSpec) corevalidation.PodValidationOptions {
	return podutil.GetValidationOptionsFromPodTemplate(template, nil)
}

// title is what a document that cannot be decoded calls itself.
func title(document string) string {
	kind, name := "object", ""
	for _, line := range strings.Split(document, "\n") {
		if value, found := strings.CutPrefix(line, "kind: "); found {
			kind = value
		}
		if value, found := strings.CutPrefix(line, "  name: "); found && name == "" {
			name = value
		}
	}
	return strings.TrimSpace(kind + " " + name)
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
