package validate

import (
	"fmt"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/networking"
	"k8s.io/kubernetes/pkg/apis/policy"
)

// A workload is what makes pods.
type workload struct {
	kind, name string
	template   *core.PodTemplateSpec
	// claims are the volumes that it makes for each pod
	claims []string
}

// all is what was rendered together.
type all struct {
	workloads  []workload
	configMaps map[string]*core.ConfigMap
	secrets    map[string]*core.Secret
	services   map[string]*core.Service
	claims     map[string]*core.PersistentVolumeClaim
}

// references returns what names something that is not there.
func references(objects []runtime.Object) []string {
	known := all{
		configMaps: map[string]*core.ConfigMap{},
		secrets:    map[string]*core.Secret{},
		services:   map[string]*core.Service{},
		claims:     map[string]*core.PersistentVolumeClaim{},
	}
	for _, object := range objects {
		switch of := object.(type) {
		case *apps.Deployment:
			known.workloads = append(known.workloads, workload{"Deployment", of.Name, &of.Spec.Template, nil})
		case *apps.StatefulSet:
			var claims []string
			for _, claim := range of.Spec.VolumeClaimTemplates {
				claims = append(claims, claim.Name)
			}
			known.workloads = append(known.workloads, workload{"StatefulSet", of.Name, &of.Spec.Template, claims})
		case *batch.Job:
			known.workloads = append(known.workloads, workload{"Job", of.Name, &of.Spec.Template, nil})
		case *core.ConfigMap:
			known.configMaps[of.Name] = of
		case *core.Secret:
			known.secrets[of.Name] = of
		case *core.Service:
			known.services[of.Name] = of
		case *core.PersistentVolumeClaim:
			known.claims[of.Name] = of
		}
	}
	var faults []string
	for _, object := range objects {
		faults = append(faults, known.ofObject(object)...)
	}
	for _, workload := range known.workloads {
		faults = append(faults, known.ofPods(workload)...)
	}
	return faults
}

func (known all) ofObject(object runtime.Object) []string {
	var faults []string
	fault := func(format string, arguments ...any) { faults = append(faults, fmt.Sprintf(format, arguments...)) }
	switch of := object.(type) {
	case *core.Service:
		pods := known.selected(labels.SelectorFromSet(of.Spec.Selector))
		if len(pods) == 0 {
			fault("Service %s selects no pod: no template has the labels %v.", of.Name, of.Spec.Selector)
		}
		for _, pod := range pods {
			for _, port := range of.Spec.Ports {
				if !hasPort(pod.template, port.TargetPort) {
					fault("Service %s: %s %s has no port %s.", of.Name, pod.kind, pod.name, port.TargetPort.String())
				}
			}
		}
	case *policy.PodDisruptionBudget:
		if len(known.selectedBy(of.Spec.Selector)) == 0 {
			fault("PodDisruptionBudget %s selects no pod.", of.Name)
		}
	case *networking.NetworkPolicy:
		pods := known.selectedBy(&of.Spec.PodSelector)
		if len(pods) == 0 {
			fault("NetworkPolicy %s selects no pod.", of.Name)
		}
		for _, rule := range of.Spec.Ingress {
			for _, from := range rule.From {
				if from.PodSelector != nil && from.NamespaceSelector == nil && len(known.selectedBy(from.PodSelector)) == 0 {
					fault("NetworkPolicy %s lets nobody in: no pod has the labels %v.", of.Name, from.PodSelector.MatchLabels)
				}
			}
			for _, port := range rule.Ports {
				for _, pod := range pods {
					if port.Port != nil && !hasPort(pod.template, *port.Port) {
						fault("NetworkPolicy %s: %s %s has no port %s.", of.Name, pod.kind, pod.name, port.Port.String())
					}
				}
			}
		}
	case *autoscaling.HorizontalPodAutoscaler:
		target := of.Spec.ScaleTargetRef
		found := false
		for _, workload := range known.workloads {
			found = found || workload.kind == target.Kind && workload.name == target.Name
		}
		if !found {
			fault("HorizontalPodAutoscaler %s scales %s %s, which is not there.", of.Name, target.Kind, target.Name)
		}
		faults = append(faults, known.connections(of)...)
	case *batch.Job:
		if name := of.Spec.Template.Spec.Subdomain; name != "" && known.services[name] == nil {
			fault("Job %s wants Service %s, which is not there.", of.Name, name)
		}
		faults = append(faults, known.injectors(of)...)
	case *apps.StatefulSet:
		if _, found := known.services[of.Spec.ServiceName]; !found {
			fault("StatefulSet %s wants Service %s, which is not there.", of.Name, of.Spec.ServiceName)
		}
	}
	return faults
}

func (known all) selected(selector labels.Selector) []workload {
	var found []workload
	for _, workload := range known.workloads {
		if selector.Matches(labels.Set(workload.template.Labels)) {
			found = append(found, workload)
		}
	}
	return found
}

func (known all) selectedBy(selector *metav1.LabelSelector) []workload {
	chosen, err := metav1.LabelSelectorAsSelector(selector)
	if err != nil {
		return nil
	}
	return known.selected(chosen)
}

func hasPort(template *core.PodTemplateSpec, port intstr.IntOrString) bool {
	for _, container := range template.Spec.Containers {
		for _, own := range container.Ports {
			if own.Name == port.StrVal && port.Type == intstr.String || own.ContainerPort == port.IntVal && port.Type == intstr.Int {
				return true
			}
		}
	}
	return false
}

// ofPods returns what a pod would wait for in vain.
func (known all) ofPods(of workload) []string {
	var faults []string
	fault := func(format string, arguments ...any) {
		faults = append(faults, fmt.Sprintf("%s %s: ", of.kind, of.name)+fmt.Sprintf(format, arguments...))
	}
	for _, volume := range of.template.Spec.Volumes {
		if from := volume.ConfigMap; from != nil && known.configMaps[from.Name] == nil {
			fault("volume %s is of ConfigMap %s, which is not there.", volume.Name, from.Name)
		}
		if from := volume.Secret; from != nil && known.secrets[from.SecretName] == nil {
			fault("volume %s is of Secret %s, which is not there.", volume.Name, from.SecretName)
		}
		if from := volume.PersistentVolumeClaim; from != nil && known.claims[from.ClaimName] == nil {
			fault("volume %s is of claim %s, which is not there.", volume.Name, from.ClaimName)
		}
	}
	for _, container := range of.template.Spec.Containers {
		for _, from := range container.EnvFrom {
			if from.ConfigMapRef != nil && known.configMaps[from.ConfigMapRef.Name] == nil {
				fault("ConfigMap %s is not there.", from.ConfigMapRef.Name)
			}
			if from.SecretRef != nil && known.secrets[from.SecretRef.Name] == nil {
				fault("Secret %s is not there.", from.SecretRef.Name)
			}
		}
		for _, variable := range container.Env {
			if variable.ValueFrom == nil {
				continue
			}
			if ref := variable.ValueFrom.SecretKeyRef; ref != nil {
				secret := known.secrets[ref.Name]
				if secret == nil {
					fault("Secret %s is not there.", ref.Name)
				} else if _, found := secret.Data[ref.Key]; !found {
					fault("Secret %s has no key %s.", ref.Name, ref.Key)
				}
			}
			if ref := variable.ValueFrom.ConfigMapKeyRef; ref != nil {
				configMap := known.configMaps[ref.Name]
				if configMap == nil {
					fault("ConfigMap %s is not there.", ref.Name)
				} else if _, found := configMap.Data[ref.Key]; !found {
					fault("ConfigMap %s has no key %s.", ref.Name, ref.Key)
				}
			}
		}
		for name, probe := range map[string]*core.Probe{
			"startupProbe": container.StartupProbe, "readinessProbe": container.ReadinessProbe, "livenessProbe": container.LivenessProbe,
		} {
			if probe != nil && probe.HTTPGet != nil && !hasPort(of.template, probe.HTTPGet.Port) {
				fault("%s asks port %s, which container %s does not have.", name, probe.HTTPGet.Port.String(), container.Name)
			}
		}
	}
	return faults
}

// connections returns whether all instances together may ask for more than the part of a database's connections that
// hikari/procedure allows, where both numbers are known.
func (known all) connections(of *autoscaling.HorizontalPodAutoscaler) []string {
	const part = 0.8
	pool, most := 0, 0
	for _, configMap := range known.configMaps {
		if size, err := strconv.Atoi(configMap.Data["SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE"]); err == nil {
			pool = size
		}
	}
	for _, workload := range known.workloads {
		for _, container := range workload.template.Spec.Containers {
			for _, argument := range container.Args {
				_, _ = fmt.Sscanf(argument, "max_connections=%d", &most)
			}
		}
	}
	asked := pool * int(of.Spec.MaxReplicas)
	if most == 0 || float64(asked) <= part*float64(most) {
		return nil
	}
	return []string{fmt.Sprintf(
		"HorizontalPodAutoscaler %s: %d instances × %d connections are %d, more than 0.8 × max_connections %d.",
		of.Name, of.Spec.MaxReplicas, pool, asked, most,
	)}
}

// injectors returns where an indexed Job has not as many pods as its injectors are told, all at the same time.
func (known all) injectors(of *batch.Job) []string {
	if of.Spec.CompletionMode == nil || *of.Spec.CompletionMode != batch.IndexedCompletion {
		return nil
	}
	var faults []string
	completions := *of.Spec.Completions
	if *of.Spec.Parallelism < completions {
		faults = append(faults, fmt.Sprintf("Job %s: %d pods wait for each other, but only %d run at once.", of.Name, completions, *of.Spec.Parallelism))
	}
	for _, container := range of.Spec.Template.Spec.Containers {
		for _, from := range container.EnvFrom {
			if from.ConfigMapRef == nil || known.configMaps[from.ConfigMapRef.Name] == nil {
				continue
			}
			told := known.configMaps[from.ConfigMapRef.Name].Data["INJECTORS"]
			if told != strconv.Itoa(int(completions)) {
				faults = append(faults, fmt.Sprintf("Job %s: its injectors are told of %s, but it has %d.", of.Name, told, completions))
			}
		}
	}
	return faults
}
