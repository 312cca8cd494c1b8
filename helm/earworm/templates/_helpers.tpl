{{- define "earworm.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* Of everything of a release: never change them, selectors cannot be changed. */ -}}
{{- define "earworm.selectorLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* (dict "root" $ "component" "game") */ -}}
{{- define "earworm.componentLabels" -}}
{{ include "earworm.selectorLabels" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "earworm.labels" -}}
{{ include "earworm.componentLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* (dict "root" $ "name" "game" "image" "") */ -}}
{{- define "earworm.image" -}}
{{- $image := .root.Values.image -}}
{{- $tagged := printf "%s/%s:%s" $image.repository .name (default .root.Chart.AppVersion $image.tag) -}}
{{- $digest := index ($image.digests | default dict) .name -}}
{{- $own := empty $digest | ternary $tagged (printf "%s/%s@%s" $image.repository .name $digest) -}}
{{- .image | default (include "earworm.fromRegistry" (dict "root" .root "image" $own)) -}}
{{- end -}}

{{- /* (dict "root" $ "image" "quay.io/keycloak/keycloak:26"): at global.imageRegistry instead of its own registry. */ -}}
{{- define "earworm.fromRegistry" -}}
{{- $registry := (.root.Values.global | default dict).imageRegistry | default "" | trimSuffix "/" -}}
{{- ternary .image (printf "%s/%s" $registry (regexReplaceAll "^[^/]*[.:][^/]*/" .image "")) (eq $registry "") -}}
{{- end -}}

{{- define "earworm.pullSecrets" -}}
{{- with concat .Values.image.pullSecrets ((.Values.global | default dict).imagePullSecrets | default list) | uniq }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "earworm.podLabels" -}}
{{- with .Values.pods.labels }}
{{- toYaml . }}
{{- end }}
{{- end -}}

{{- /* Of services and of the servers of all-in-one, which read passwords at their start. */ -}}
{{- define "earworm.podAnnotations" -}}
{{- with .Values.pods.annotations }}
{{- toYaml . }}
{{- end }}
{{- with include "earworm.passwords" . }}
earworm-passwords: {{ . | quote }}
{{- end }}
{{- end -}}

{{- /* The Secret of all-in-one as it is in the cluster: its data, and allInOne.passwords when they were made. */ -}}
{{- define "earworm.keptSecret" -}}
{{- $secret := lookup "v1" "Secret" .Release.Namespace (include "earworm.fullname" .) -}}
{{- $annotations := dig "metadata" "annotations" dict $secret -}}
data: {{ $secret.data | default dict | toJson }}
passwords: {{ get $annotations "earworm-passwords" | quote }}
{{- end -}}

{{- /* Changes when all-in-one gets new passwords. */ -}}
{{- define "earworm.passwords" -}}
{{- if .Values.allInOne.enabled -}}
{{- .Values.allInOne.passwords | default (include "earworm.keptSecret" . | fromYaml).passwords -}}
{{- end -}}
{{- end -}}

{{- /* Where pods run. */ -}}
{{- define "earworm.scheduling" -}}
{{- include "earworm.schedulingOf" .Values.pods }}
{{- end -}}
{{- define "earworm.schedulingOf" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* Of Jobs: what is not set for them is that of pods. */ -}}
{{- define "earworm.jobScheduling" -}}
{{- $jobs := .Values.jobs -}}
{{- $own := dict "nodeSelector" ($jobs.nodeSelector | default .Values.pods.nodeSelector) "tolerations" ($jobs.tolerations | default .Values.pods.tolerations) -}}
{{- include "earworm.schedulingOf" (merge $own .Values.pods) }}
{{- end -}}
{{- define "earworm.jobAnnotations" -}}
{{- with merge (dict) (.Values.jobs.annotations | default dict) (.Values.pods.annotations | default dict) }}
{{- toYaml . }}
{{- end }}
{{- end -}}

{{- define "earworm.serviceAccount" -}}{{ .Values.serviceAccount.name | default (include "earworm.fullname" .) }}{{- end -}}

{{- /* Hooks run before the chart's own account is made. */ -}}
{{- define "earworm.hookServiceAccount" -}}
{{- if or .Values.allInOne.enabled (not .Values.serviceAccount.create) }}
serviceAccountName: {{ include "earworm.serviceAccount" . }}
{{- end }}
{{- end -}}

{{- /* Further volumes and their places, of services and Jobs. */ -}}
{{- define "earworm.extraMounts" -}}
{{- if .Values.caCertificates.configMap }}
- { name: ca, mountPath: /etc/earworm/ca, readOnly: true }
{{- end }}
{{- with .Values.pods.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}
{{- define "earworm.extraVolumes" -}}
{{- with .Values.caCertificates.configMap }}
- name: ca
  configMap: { name: {{ . }} }
{{- end }}
{{- with .Values.pods.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Of the pods that answer /metrics. */ -}}
{{- define "earworm.metricsLabel" -}}
earworm-metrics: 'true'
{{- end -}}

{{- /* What a pod template of a service is labelled with, so that pods of one image can be told from those of the next. */ -}}
{{- define "earworm.imageLabel" -}}
earworm-image: {{ include "earworm.image" . | sha256sum | trunc 12 | quote }}
{{- end -}}

{{- /* Of a pod, as the restricted profile of pod security asks. */ -}}
{{- define "earworm.podSecurity" -}}
automountServiceAccountToken: false
# Variables of other Services would be taken for ours.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- if .user }}
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "earworm.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- /*
(dict "root" $ "image" "…" "user" 999 "path" "/data" "resources" …): gives a volume that ignores fsGroup to the pod's user, once. It runs
as root with what that takes, and no more.
*/ -}}
{{- define "earworm.fixPermissions" -}}
- name: fix-permissions
  image: {{ .image }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  command: [sh, -c, "[ $(stat -c %u {{ .path }}) = {{ .user }} ] || chown -R {{ .user }}:{{ .user }} {{ .path }}"]
  securityContext:
    runAsNonRoot: false
    runAsUser: 0
    runAsGroup: 0
    allowPrivilegeEscalation: false
    readOnlyRootFilesystem: true
    capabilities: { drop: [ALL], add: [CHOWN, DAC_OVERRIDE] }
  resources: {{- toYaml .resources | nindent 4 }}
  volumeMounts:
    - { name: data, mountPath: {{ .path }} }
{{- end -}}

{{- /* Of services and Jobs; empty: the platform assigns one. */ -}}
{{- define "earworm.user" -}}{{- with .Values.pods.user }}{{ . | int }}{{ end -}}{{- end -}}

{{- /*
What the services are, beyond what an operator chooses. `http`: the port on which it answers others. `uses`: servers that it
connects to besides NATS. `calls`: services whose HTTP port it calls. `after`: a service that is replaced before it in an upgrade.
*/ -}}
{{- define "earworm.services" -}}
gateway: { http: 3000, uses: [], calls: [identity], after: identity }
game: { uses: [postgres] }
identity: { http: 3002, uses: [postgres, keycloak, mail] }
library: { uses: [postgres, minio] }
rate-limit: { uses: [redis] }
feedback: { uses: [postgres, minio] }
telemetry: { uses: [postgres] }
shows: { uses: [postgres, minio] }
{{- end -}}

{{- /*
How long a pod goes on before it is told to stop: until no new connection is led to it, and its successor is ready. Then a service
takes 25 s at most to stop.
*/ -}}
{{- define "earworm.preStopSeconds" -}}5{{- end -}}
{{- define "earworm.stopSeconds" -}}30{{- end -}}
{{- define "earworm.healthPort" -}}9100{{- end -}}

{{- /* Where the servers are and which Secrets hold their passwords, be they the operator's or in the chart. */ -}}
{{- define "earworm.servers" -}}
{{- $values := .Values -}}
{{- $name := include "earworm.fullname" . -}}
{{- if .Values.allInOne.enabled -}}
postgres: { host: {{ $name }}-postgres, directHost: {{ $name }}-postgres, port: 5432, directPort: 5432, secret: {{ $name }}, adminSecret: {{ $name }} }
nats: { servers: ["{{ $name }}-nats:4222"], scheme: nats, secret: {{ $name }} }
admin: { secret: {{ $name }} }
redis: { host: {{ $name }}-redis, port: 6379, scheme: redis, secret: {{ $name }} }
minio: { endpoint: "http://{{ $name }}-minio:9000", secret: {{ $name }} }
keycloak:
  url: http://{{ $name }}-keycloak:8080{{ include "earworm.pathOf" $values.allInOne.keycloak.publicUrl }}
  secret: {{ $name }}
  adminSecret: {{ $name }}
  assertionKeysUrl: http://{{ $name }}-identity:3002/realms/earworm/protocol/openid-connect/certs
{{- else -}}
postgres:
  host: {{ $values.postgres.host }}
  directHost: {{ default $values.postgres.host $values.postgres.directHost }}
  port: {{ $values.postgres.port }}
  directPort: {{ $values.postgres.directPort | default $values.postgres.port }}
  secret: {{ $values.postgres.existingSecret | quote }}
  adminSecret: {{ default $values.postgres.existingSecret $values.postgres.prepare.existingSecret | quote }}
nats: { servers: {{ toJson $values.nats.servers }}, scheme: {{ ternary "tls" "nats" $values.nats.tls }}, secret: {{ $values.nats.existingSecret | quote }} }
redis:
  host: {{ $values.redis.host }}
  port: {{ $values.redis.port }}
  scheme: {{ ternary "rediss" "redis" $values.redis.tls }}
  secret: {{ $values.redis.existingSecret | quote }}
admin: { secret: {{ $values.admin.existingSecret | quote }} }
minio: { endpoint: {{ $values.minio.endpoint | quote }}, secret: {{ $values.minio.existingSecret | quote }} }
keycloak:
  url: {{ $values.keycloak.url | quote }}
  secret: {{ $values.keycloak.existingSecret | quote }}
  adminSecret: {{ default $values.keycloak.existingSecret $values.keycloak.sync.existingSecret | quote }}
  assertionKeysUrl: {{ $values.keycloak.sync.assertionKeysUrl | quote }}
{{- end -}}
{{- end -}}

{{- /* Of a URL, without a slash at its end. */ -}}
{{- define "earworm.pathOf" -}}{{ (urlParse .).path | trimSuffix "/" }}{{- end -}}

{{- /* (list $ "GAME_DB_PASSWORD" "secret" "KEY"): a variable from a Secret. */ -}}
{{- define "earworm.secretEnv" -}}
- name: {{ index . 1 }}
  valueFrom: { secretKeyRef: { name: {{ index . 2 | quote }}, key: {{ include "earworm.secretKey" (list (index . 0) (index . 2) (index . 3)) | quote }} } }
{{- end -}}

{{- /* (list $ "secret" "KEY"): the name that the Secret has for it. */ -}}
{{- define "earworm.secretKey" -}}
{{- $key := index . 2 -}}
{{- ternary (get (index . 0).Values.secretKeys $key | default $key) $key (empty (include "earworm.isOwnSecret" .)) -}}
{{- end -}}

{{- /* (list $ "secret" …): not empty for the one that the chart makes. */ -}}
{{- define "earworm.isOwnSecret" -}}
{{- $root := index . 0 -}}
{{- if and $root.Values.allInOne.enabled (eq (index . 1) (include "earworm.fullname" $root)) }}true{{ end -}}
{{- end -}}

{{- define "earworm.upper" -}}{{ . | upper | replace "-" "_" }}{{- end -}}

{{- /* (dict "root" $ "name" "game" "facts" …): passwords, to which URLs refer as the services resolve it: `${X}`. The kubelet would not encode them. */ -}}
{{- define "earworm.serviceSecrets" -}}
{{- $servers := include "earworm.servers" .root | fromYaml -}}
{{- $upper := include "earworm.upper" .name -}}
{{- include "earworm.secretEnv" (list .root "NATS_PASSWORD" $servers.nats.secret (printf "NATS_%s_PASSWORD" $upper)) }}
{{- if has "postgres" .facts.uses }}
{{ include "earworm.secretEnv" (list .root "DB_PASSWORD" $servers.postgres.secret (printf "%s_DB_PASSWORD" $upper)) }}
{{- end }}
{{- if and (has "redis" .facts.uses) $servers.redis.secret }}
{{ include "earworm.secretEnv" (list .root "REDIS_PASSWORD" $servers.redis.secret "REDIS_PASSWORD") }}
{{- end }}
{{- if has "minio" .facts.uses }}
{{ include "earworm.secretEnv" (list .root "MINIO_ACCESS_KEY" $servers.minio.secret "MINIO_ACCESS_KEY") }}
{{ include "earworm.secretEnv" (list .root "MINIO_SECRET_KEY" $servers.minio.secret "MINIO_SECRET_KEY") }}
{{- end }}
{{- if and (has "keycloak" .facts.uses) .root.Values.keycloak.enabled }}
{{ include "earworm.secretEnv" (list .root "KEYCLOAK_CLIENT_SECRET" $servers.keycloak.secret "KEYCLOAK_CLIENT_SECRET") }}
{{- end }}
{{- if and (has "mail" .facts.uses) .root.Values.mail.existingSecret }}
{{ include "earworm.secretEnv" (list .root "SMTP_URL" .root.Values.mail.existingSecret "SMTP_URL") }}
{{- end }}
{{- if and (eq .name "identity") $servers.admin.secret }}
{{ include "earworm.secretEnv" (list .root "ADMIN_PASSWORD" $servers.admin.secret "ADMIN_PASSWORD") }}
{{- end }}
{{- end -}}

{{- /* The same parameters: all other variables, as a map. */ -}}
{{- define "earworm.serviceVariables" -}}
{{- $values := .root.Values -}}
{{- $servers := include "earworm.servers" .root | fromYaml -}}
{{- $nats := list -}}
{{- range $servers.nats.servers }}{{ $nats = append $nats (printf "%s://%s:${NATS_PASSWORD}@%s" $servers.nats.scheme $.name .) }}{{ end -}}
NATS_URL: {{ join "," $nats | quote }}
HEALTH_HOST: 0.0.0.0
HEALTH_PORT: {{ include "earworm.healthPort" . | quote }}
LOG_LEVEL: {{ $values.logLevel }}
NODE_ENV: production
{{- if $values.tracing.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ $values.tracing.endpoint | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ $values.tracing.sampleRatio | quote }}
{{- end }}
{{- if $values.caCertificates.configMap }}
NODE_EXTRA_CA_CERTS: /etc/earworm/ca/{{ $values.caCertificates.key }}
{{- end }}
{{- if has "postgres" .facts.uses }}
{{- $postgres := $servers.postgres }}
{{- $url := dict "user" .name "password" "DB_PASSWORD" "values" $values.postgres }}
DATABASE_URL: {{ include "earworm.databaseUrl" (merge (dict "host" $postgres.host "port" $postgres.port) $url) | quote }}
MIGRATIONS: {{ ternary "wait" "run" (or $values.allInOne.enabled $values.postgres.prepare.enabled) }}
{{- if eq .name "game" }}
DATABASE_DIRECT_URL: {{ include "earworm.databaseUrl" (merge (dict "host" $postgres.directHost "port" $postgres.directPort) $url) | quote }}
{{- end }}
{{- end }}
{{- if has "redis" .facts.uses }}
REDIS_URL: {{ printf "%s://%s%s:%v" $servers.redis.scheme (ternary ":${REDIS_PASSWORD}@" "" (ne $servers.redis.secret "")) $servers.redis.host $servers.redis.port | quote }}
{{- end }}
{{- if or (has "minio" .facts.uses) (eq .name "gateway") }}
MINIO_ENDPOINT: {{ $servers.minio.endpoint | quote }}
MINIO_PUBLIC_ENDPOINT: {{ $values.minio.publicEndpoint | quote }}
{{- end }}
{{- if has "minio" .facts.uses }}
MINIO_BUCKET: {{ $values.minio.bucket | quote }}
MINIO_REGION: {{ $values.minio.region | quote }}
{{- end }}
{{- if or (eq .name "gateway") (eq .name "identity") }}
PUBLIC_URL: {{ $values.publicUrl | quote }}
PORT: {{ .facts.http | quote }}
{{- end }}
{{- if eq .name "gateway" }}
ALLOWED_ORIGINS: {{ join "," $values.allowedOrigins | quote }}
TRUSTED_PROXIES: {{ join "," $values.trustedProxies | quote }}
{{- with $values.privacy.text }}
PRIVACY_TEXT: {{ . | quote }}
{{- end }}
{{- if not (kindIs "invalid" $values.privacy.backupKeepDays) }}
BACKUP_KEEP_DAYS: {{ $values.privacy.backupKeepDays | int | quote }}
{{- end }}
IDENTITY_URL: http://{{ include "earworm.fullname" .root }}-identity:3002
{{- end }}
{{- if eq .name "identity" }}
# The gateways; who else reaches it is refused by the network policy.
TRUSTED_PROXIES: uniquelocal
{{- if $servers.admin.secret }}
ADMIN_EMAIL: {{ $values.admin.email | quote }}
{{- end }}
MAIL_FROM: {{ $values.mail.from | quote }}
{{- if $values.keycloak.enabled }}
KEYCLOAK_URL: {{ $servers.keycloak.url | quote }}
KEYCLOAK_REALM: {{ $values.keycloak.realm | quote }}
KEYCLOAK_GUEST_POOL: {{ $values.keycloak.guestPool | int | quote }}
{{- else }}
EMBEDDED_OIDC: i-understand
{{- end }}
{{- end }}
{{- end -}}

{{- define "earworm.databaseUrl" -}}
{{- $query := ternary (printf "?%s" .values.parameters) "" (ne .values.parameters "") -}}
{{- printf "postgres://%s:${%s}@%s:%v/%s%s" .user .password .host .port .values.database $query -}}
{{- end -}}

{{- /* A map of variables as a list, by name. */ -}}
{{- define "earworm.envList" -}}
{{- range $key := keys . | sortAlpha }}
- name: {{ $key }}
  value: {{ index $ $key | toString | quote }}
{{- end }}
{{- end -}}
