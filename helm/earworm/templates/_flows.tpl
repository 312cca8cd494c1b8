{{- /* Who opens connections to whom, as lists of [from, to, port]; the network policies are made of it. */ -}}
{{- define "earworm.flows" -}}
{{- $servers := include "earworm.servers" . | fromYaml -}}
{{- $all := .Values.allInOne.enabled -}}
{{- $keycloakPort := ternary 8080 (include "earworm.portOf" $servers.keycloak.url | int) $all -}}
{{- $natsPorts := list -}}
{{- range $servers.nats.servers }}{{ $natsPorts = append $natsPorts (splitList ":" . | last) }}{{ end -}}
{{- $minioPort := include "earworm.portOf" $servers.minio.endpoint | int -}}
flows:
- [everybody, gateway, 3000]
- [smoke-test, gateway, 3000]
- [load-test, gateway, 3000]
{{- range $name, $facts := include "earworm.services" . | fromYaml }}
- [monitoring, {{ $name }}, {{ include "earworm.healthPort" $ }}]
{{- range uniq $natsPorts }}
- [{{ $name }}, nats, {{ . }}]
{{- end }}
{{- range $facts.calls }}
- [{{ $name }}, {{ . }}, {{ index (include "earworm.services" $ | fromYaml) . "http" }}]
{{- end }}
{{- if has "postgres" $facts.uses }}
- [{{ $name }}, postgres, {{ $servers.postgres.port }}]
{{- if and (eq $name "game") (ne $servers.postgres.port $servers.postgres.directPort) }}
- [{{ $name }}, postgres, {{ $servers.postgres.directPort }}]
{{- end }}
{{- end }}
{{- if has "redis" $facts.uses }}
- [{{ $name }}, redis, {{ $servers.redis.port }}]
{{- end }}
{{- if has "minio" $facts.uses }}
- [{{ $name }}, minio, {{ $minioPort }}]
{{- end }}
{{- if and (has "keycloak" $facts.uses) $.Values.keycloak.enabled }}
- [{{ $name }}, keycloak, {{ $keycloakPort }}]
{{- end }}
{{- if and (has "mail" $facts.uses) $.Values.mail.existingSecret }}
- [{{ $name }}, mail, {{ $.Values.mail.port }}]
{{- end }}
{{- if $.Values.tracing.endpoint }}
- [{{ $name }}, tracing, {{ include "earworm.portOf" $.Values.tracing.endpoint }}]
{{- end }}
{{- end }}
{{- range $name, $_ := include "earworm.jobs" . | fromYaml }}
{{- if eq $name "prepare-database" }}
- [{{ $name }}, postgres, {{ $servers.postgres.directPort }}]
{{- else }}
- [{{ $name }}, keycloak, {{ $keycloakPort }}]
{{- end }}
{{- end }}
{{- if .Values.backup.enabled }}
- [backup, postgres, {{ $servers.postgres.directPort }}]
- [backup, minio, {{ $minioPort }}]
{{- end }}
{{- if $all }}
- [everybody, minio, 9000]
{{- if .Values.keycloak.enabled }}
- [everybody, keycloak, 8080]
- [keycloak, postgres, {{ $servers.postgres.port }}]
- [keycloak, identity, 3002]
{{- end }}
{{- end }}
{{- end -}}

{{- /* Of a URL. */ -}}
{{- define "earworm.portOf" -}}
{{- $url := urlParse . -}}
{{- regexFind ":[0-9]+$" $url.host | trimPrefix ":" | default (ternary "443" "80" (eq $url.scheme "https")) -}}
{{- end -}}

{{- /* Pods of the release that have a policy: those that can be at an end of a flow. */ -}}
{{- define "earworm.components" -}}
components:
{{- range $name, $_ := include "earworm.services" . | fromYaml }}
- {{ $name }}
{{- end }}
{{- range $name, $_ := include "earworm.jobs" . | fromYaml }}
- {{ $name }}
{{- end }}
{{- if .Values.allInOne.enabled }}
{{- range $name, $_ := include "earworm.allInOne" . | fromYaml }}
- {{ $name }}
{{- end }}
{{- end }}
{{- if .Values.backup.enabled }}
- backup
{{- end }}
- smoke-test
- load-test
{{- end -}}

{{- /* (dict "root" $ "end" "postgres" "components" list): the peers at one end of a flow; nothing: everybody. */ -}}
{{- define "earworm.peers" -}}
{{- if has .end .components }}
- podSelector:
    matchLabels: {{- include "earworm.componentLabels" (dict "root" .root "component" .end) | nindent 6 }}
{{- else if eq .end "everybody" }}
{{- with .root.Values.networkPolicy.from }}
{{- toYaml . }}
{{- end }}
{{- else if eq .end "monitoring" }}
{{- toYaml .root.Values.networkPolicy.monitoring }}
{{- else }}
{{- with index .root.Values.networkPolicy.to .end }}
{{- toYaml . }}
{{- end }}
{{- end }}
{{- end -}}
