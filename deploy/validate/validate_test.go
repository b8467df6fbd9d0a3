package validate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// copied is a copy of the manifests, and of the SQL that they take, with passwords.
func copied(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, part := range []string{"deploy/kubernetes", "seed-sql"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	manifests := filepath.Join(folder, "deploy/kubernetes")
	passwords := "SERVICE_PASSWORD=one\nPOSTGRES_PASSWORD=other\n"
	if err := os.WriteFile(filepath.Join(manifests, "target/passwords.env"), []byte(passwords), 0o600); err != nil {
		t.Fatal(err)
	}
	return manifests
}

func TestOverlaysAreAccepted(t *testing.T) {
	overlays, err := os.ReadDir(filepath.Join(root, "deploy/kubernetes/overlays"))
	if err != nil || len(overlays) != 3 {
		t.Fatalf("overlays: %v, %v", overlays, err)
	}
	manifests := copied(t)
	for _, overlay := range overlays {
		for _, fault := range Folder(filepath.Join(manifests, "overlays", overlay.Name())) {
			t.Errorf("%s: %s", overlay.Name(), fault)
		}
	}
}

func TestManagedDatabaseIsAccepted(t *testing.T) {
	manifests := copied(t)
	change(t, manifests, "overlays/five/kustomization.yaml", "../../database", "../../managed-database")
	for _, fault := range Folder(filepath.Join(manifests, "overlays/five")) {
		t.Error(fault)
	}
}

func TestInjectorsAreAccepted(t *testing.T) {
	for _, fault := range Folder(filepath.Join(copied(t), "injectors")) {
		t.Error(fault)
	}
}

func TestEachMutantIsRefused(t *testing.T) {
	for _, mutant := range []struct{ name, file, old, new, said string }{
		{"a typo", "target/deployment.yaml", "readinessProbe:", "readynessProbe:", `unknown field "spec.template.spec.containers[0].readynessProbe"`},
		{"a wrong type", "target/deployment.yaml", "containerPort: 8080", "containerPort: http", "Deployment target"},
		{"a wrong version", "target/autoscaler.yaml", "autoscaling/v2", "autoscaling/v3", "HorizontalPodAutoscaler target"},
		{"a selector that is not its template's", "target/deployment.yaml", "    matchLabels:\n      app.kubernetes.io/name: target\n  strategy", "    matchLabels:\n      app.kubernetes.io/name: other\n  strategy", "`selector` does not match template `labels`"},
		{"a service without pods", "target/service.yaml", "name: target\n  ports", "name: other\n  ports", "Service target selects no pod"},
		{"a port that is not there", "target/service.yaml", "targetPort: http", "targetPort: web", "has no port web"},
		{"no instance at most", "overlays/one/kustomization.yaml", "maxReplicas\n        value: 1", "maxReplicas\n        value: 0", "must be set and greater than 0"},
		{"least above most in an overlay", "overlays/five/kustomization.yaml", "value: 10", "value: 4", "greater than or equal to `minReplicas`"},
		{"a target that is not there", "target/autoscaler.yaml", "kind: Deployment", "kind: StatefulSet", "which is not there"},
		{"a limit below the request", "target/deployment.yaml", "memory: 768Mi", "memory: 256Mi", "must be less than or equal to memory limit"},
		{"a quantity that is none", "target/deployment.yaml", "cpu: 500m", "cpu: half", "quantities must match"},
		{"a config map that is not there", "target/deployment.yaml", "- configMapRef:\n                name: target", "- configMapRef:\n                name: settings", "ConfigMap settings is not there"},
		{"a secret that is not there", "database/seed.yaml", "secretKeyRef:\n                  name: passwords\n                  key: POSTGRES", "secretKeyRef:\n                  name: secrets\n                  key: POSTGRES", "Secret secrets is not there"},
		{"a key that is not there", "target/deployment.yaml", "key: SERVICE_PASSWORD", "key: PASSWORD", "has no key PASSWORD"},
		{"a volume that is not there", "target/deployment.yaml", "- name: temporary\n              mountPath", "- name: scratch\n              mountPath", "scratch"},
		{"a probe of a port that is not there", "target/deployment.yaml", "port: management\n            periodSeconds: 1\n", "port: metrics\n            periodSeconds: 1\n", "readinessProbe asks port metrics"},
		{"a budget without pods", "target/disruption-budget.yaml", "io/name: target", "io/name: other", "PodDisruptionBudget target selects no pod"},
		{"a budget of both kinds", "target/disruption-budget.yaml", "maxUnavailable: 1", "maxUnavailable: 1\n  minAvailable: 1", "minAvailable and maxUnavailable cannot be both set"},
		{"a port twice", "target/deployment.yaml", "- name: management\n", "- name: http\n", "Duplicate value"},
		{"a grace that is negative", "target/deployment.yaml", "terminationGracePeriodSeconds: 45", "terminationGracePeriodSeconds: -1", "terminationGracePeriodSeconds"},
		{"a preStop longer than the grace", "target/deployment.yaml", "seconds: 5", "seconds: 60", "preStop"},
		{"a job that restarts always", "database/seed.yaml", "restartPolicy: OnFailure", "restartPolicy: Always", "restartPolicy"},
		{"a set without its service", "database/stateful-set.yaml", "serviceName: database", "serviceName: postgres", "wants Service postgres"},
		{"a policy that lets nobody in", "database/network-policy.yaml", "app.kubernetes.io/name: seed", "app.kubernetes.io/name: seeds", "lets nobody in"},
		{"more connections than there are", "overlays/thirty/kustomization.yaml", "POOL_SIZE=2", "POOL_SIZE=3", "40 instances × 3 connections are 120"},
		{"a patch of nothing", "overlays/one/kustomization.yaml", "path: /spec/minReplicas", "path: /spec/least/Replicas", "cannot be rendered"},
		{"injectors that wait for each other in vain", "injectors/send.yaml", "parallelism: 4", "parallelism: 2", "4 pods wait for each other, but only 2 run at once"},
		{"another number of injectors", "injectors/kustomization.yaml", "INJECTORS=4", "INJECTORS=3", "its injectors are told of 3, but it has 4"},
		{"a claim that is not there", "injectors/merge.yaml", "claimName: results", "claimName: site", "claim site, which is not there"},
		{"a claim of nothing", "injectors/results.yaml", "storage: 5Gi", "storage: 0", "must be greater than zero"},
		{"injectors without names", "injectors/send.yaml", "subdomain: injectors", "subdomain: senders", "wants Service senders"},
		{"a barrier that is not there", "injectors/service.yaml", "targetPort: barrier", "targetPort: meeting", "has no port meeting"},
	} {
		t.Run(mutant.name, func(t *testing.T) {
			manifests := copied(t)
			change(t, manifests, mutant.file, mutant.old, mutant.new)
			folder := "overlays/five"
			if strings.HasPrefix(mutant.file, "overlays/") || strings.HasPrefix(mutant.file, "injectors/") {
				folder = filepath.Dir(mutant.file)
			}
			faults := Folder(filepath.Join(manifests, folder))
			if !strings.Contains(strings.Join(faults, "\n"), mutant.said) {
				t.Errorf("%q was not said, but %q", mutant.said, faults)
			}
		})
	}
}

func change(t *testing.T, manifests, file, old, new string) {
	t.Helper()
	path := filepath.Join(manifests, file)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), old) {
		t.Fatalf("%s has no %q", file, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(content), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}
