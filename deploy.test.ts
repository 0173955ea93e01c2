import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readEnv, settingGroups } from '#server/env.ts'

const read = (path: string) => readFileSync(path, 'utf8')
/** The operator's settings; a test switch in a deployment would be a mistake. */
const settings = new Set(Object.values(settingGroups).flatMap((group) => Object.keys(group)))
/** Variables that Node itself reads. */
const isKnown = (name: string) => settings.has(name) || name === 'NODE_ENV'
const unknownOf = (names: readonly string[]) => names.filter((name) => !isKnown(name))
const namesIn = (text: string) => [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name ?? '')

type Container = {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly resources: { readonly limits: { readonly memory?: string } }
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[]
  readonly securityContext: unknown
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string } }
}
type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> } & Readonly<Record<string, unknown>>
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly containers: readonly Container[]
        readonly securityContext: { readonly runAsNonRoot: boolean }
        readonly volumes: readonly { readonly name: string; readonly emptyDir: { readonly sizeLimit?: string } }[]
        readonly terminationGracePeriodSeconds: number
      }
    }
  }
}
type Service = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[] | string
  readonly read_only?: boolean
  readonly mem_limit?: string
  readonly tmpfs?: readonly string[]
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly volumes?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly configs?: readonly { readonly source: string }[]
}

describe('the container image', () => {
  const dockerfile = read('deploy/Dockerfile')
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))

  it('copies only existing paths that the build context contains', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
      sources.split(' '),
    )
    expect(copied.length).toBeGreaterThan(5)
    for (const path of copied) expect([path, existsSync(path), allowed.includes(path)]).toEqual([path, true, true])
    for (const path of allowed) expect([path, existsSync(path)]).toEqual([path, true])
  })

  it('installs packages without running their scripts', () => {
    const installs = dockerfile.match(/npm ci[^&\n]*/g) ?? []
    expect(installs).toHaveLength(2)
    for (const install of installs) expect(install).toContain('--ignore-scripts')
  })

  it('runs the server as an ordinary user, with known settings', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    const [, variables = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    expect(unknownOf(variables.split(' ').map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
    const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? []
    const program = (JSON.parse(command) as string[]).at(-1)
    expect(dockerfile).toMatch(new RegExp(`^COPY --from=build /app/${program?.split('/').slice(0, 2).join('/')} `, 'm'))
  })
})

describe('the compose file', () => {
  const { services, volumes, configs } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>
    volumes: Readonly<Record<string, unknown>>
    configs: Readonly<Record<string, { readonly content: string }>>
  }
  const ours = Object.entries(services).filter(([, { image }]) => image === 'espalier')
  const serving = ours.filter(([name]) => name !== 'migrate')
  /** Every variable of the example with a value of its own, so that two of them are not the same by accident. */
  const filledIn = (text: string) =>
    text
      .replace(/\$\{SITE_ADDRESS:\?\}/, 'pictures.example.com')
      .replace(/\$\{(\w+):\?\}/g, (_, name) => name.padEnd(40, 'a'))

  it('starts two web and two worker processes with settings that the server accepts', () => {
    expect(serving.map(([, { environment }]) => environment?.ROLES)).toEqual(['web', 'web', 'worker', 'worker'])
    for (const [, { environment = {} }] of ours) {
      expect(unknownOf(Object.keys(environment))).toEqual([])
      const given = Object.entries(environment).map(([name, value]) => [name, filledIn(value)])
      expect(() => readEnv(Object.fromEntries(given))).not.toThrow()
    }
  })

  it('serves as a role that is no superuser, to which row-level security applies', () => {
    for (const [, { environment = {} }] of serving)
      expect([environment.DATABASE_URL, environment.DATABASE_URL_ADMIN]).toEqual([
        expect.stringMatching(/^postgres:\/\/espalier_server:/),
        undefined,
      ])
    expect(configs['server-role']?.content).toContain('create role espalier_server login')
  })

  it('gives the superuser, with another password, to the one service that migrates, before any other starts', () => {
    const { POSTGRES_USER: superuser, POSTGRES_PASSWORD: password = '' } = services.postgres?.environment ?? {}
    const { environment: { DATABASE_URL_ADMIN: admin = '', DATABASE_URL: server = '' } = {}, command } =
      services.migrate ?? {}
    expect([new URL(filledIn(admin)).username, new URL(filledIn(admin)).password]).toEqual([
      superuser,
      filledIn(password),
    ])
    expect(new URL(filledIn(server)).password).not.toBe(filledIn(password))
    expect(configs['server-role']?.content).not.toContain(password)
    expect(command?.at(-1)).toBe('migrate')
    expect(existsSync(command?.at(-2) ?? '')).toBe(true)
    for (const [, { depends_on: needed }] of serving)
      expect(needed).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
  })

  it('limits the memory of every service, and the temporary space of uploads', () => {
    const megabytesOf = (size = '') => Number.parseInt(size, 10) * (size.endsWith('g') ? 1_024 : 1)
    for (const [name, { mem_limit: limit }] of Object.entries(services))
      expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)])
    for (const [, { tmpfs = [], mem_limit: limit, environment = {} }] of serving) {
      const [, size] = /^\/tmp:size=(\d+m)/.exec(tmpfs[0] ?? '') ?? []
      expect(megabytesOf(size)).toBeGreaterThan(
        readEnv({ PERSON_LIMITS: environment.PERSON_LIMITS }).PERSON_LIMITS['import-megabytes'],
      )
      expect(megabytesOf(limit)).toBeGreaterThanOrEqual(megabytesOf(size) + 1_024)
    }
  })

  it('keeps the containers read-only, and builds them from an existing file', () => {
    for (const [, { read_only: isReadOnly, build }] of ours)
      expect([isReadOnly, existsSync(`deploy/${build?.context}/${build?.dockerfile}`)]).toEqual([true, true])
  })

  it('names only existing services, volumes, configs and variables', () => {
    for (const { depends_on: needed = [], volumes: mounted = [] } of Object.values(services)) {
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(services).toHaveProperty([name])
      for (const source of mounted.map((mount) => mount.split(':')[0] ?? ''))
        if (source.startsWith('.')) expect(existsSync(`deploy/${source}`)).toBe(true)
        else expect(volumes).toHaveProperty([source])
    }
    const given = Object.values(services).flatMap(({ configs: taken = [] }) => taken.map(({ source }) => source))
    expect(given.sort()).toEqual(Object.keys(configs).sort())
    const asked = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect([...asked].sort()).toEqual(namesIn(read('deploy/.env.example')).sort())
  })

  it('puts a proxy before them that knows both web processes and keeps the metrics inside', () => {
    const proxied = /reverse_proxy (.+) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ')
    expect(proxied).toEqual(['web-1:3000', 'web-2:3000'])
    expect(read('deploy/Caddyfile')).toContain('respond /metrics 404')
  })
})

describe('the Kubernetes manifests', () => {
  const folder = 'deploy/kubernetes'
  const manifests = readdirSync(folder)
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(read(`${folder}/${name}`)).map((document) => document.toJS() as Manifest))
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const deployments = named('Deployment')
  const jobs = named('Job')
  const [ownerSecret] = named('Secret').filter(({ stringData = {} }) => 'DATABASE_URL_ADMIN' in stringData)

  it('are all listed in the kustomization', () => {
    const { resources } = parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] }
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(readdirSync(folder).sort())
  })

  it('use known settings', () => {
    const [config] = named('ConfigMap')
    const secrets = named('Secret').flatMap(({ stringData = {} }) => Object.keys(stringData))
    expect(unknownOf([...Object.keys(config?.data ?? {}), ...secrets])).toEqual([])
  })

  it('give the owner of the tables to the job that migrates alone, with a password of its own', () => {
    const [served] = named('Secret').flatMap(({ stringData }) => stringData?.DATABASE_URL ?? [])
    const owner = new URL(ownerSecret?.stringData?.DATABASE_URL_ADMIN ?? '')
    const server = new URL(served ?? '')
    expect([owner.username, server.username]).toEqual(['espalier', 'espalier_server'])
    expect(owner.password).not.toBe(server.password)
    const [job] = jobs.map(({ spec }) => spec.template.spec.containers[0])
    expect(job?.command?.at(-1)).toBe('migrate')
    expect(existsSync(job?.command?.at(-2) ?? '')).toBe(true)
    expect(job?.image).toBe(deployments[0]?.spec.template.spec.containers[0]?.image)
  })

  it.each([...deployments, ...jobs].map((deployment) => [deployment.metadata.name, deployment] as const))(
    '%s runs without privileges, on a read-only file system, and has time to drain',
    (_, { kind, spec }) => {
      const pod = spec.template.spec
      const [container] = pod.containers
      expect(pod.securityContext.runAsNonRoot).toBe(true)
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30)
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container?.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name))
      expect(unknownOf(container?.env.map(({ name }) => name) ?? [])).toEqual([])
      const given = [...named('ConfigMap'), ...named('Secret')].filter((each) => kind === 'Job' || each !== ownerSecret)
      const names = given.map(({ metadata }) => metadata.name)
      expect(container?.resources.limits.memory).toMatch(/^\d+[MG]i$/)
      for (const { emptyDir } of pod.volumes) expect(emptyDir.sizeLimit).toMatch(/^\d+[MG]i$/)
      expect(container?.envFrom.map((from) => Object.values(from)[0]?.name)).toEqual(names)
    },
  )

  it('select existing pods', () => {
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels)
    expect(labels.map(({ role }) => role)).toEqual(['web', 'worker'])
    for (const { spec } of [...deployments, ...named('PodDisruptionBudget')])
      expect(labels).toContainEqual(spec.selector.matchLabels)
    expect(named('PodDisruptionBudget')).toHaveLength(2)
    expect(labels).toContainEqual(named('Service')[0]?.spec.selector)
  })

  it('probe existing addresses', () => {
    const container = deployments[0]?.spec.template.spec.containers[0]
    const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
      (name) => container?.[name]?.httpGet.path,
    )
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz'])
    for (const path of probes)
      expect(read('server/src/http/routes/operations-routes.ts')).toContain(`app.get('${path}'`)
  })
})

describe('the systemd units', () => {
  const folder = 'deploy/systemd'
  it.each(readdirSync(folder).filter((name) => name.endsWith('.service')))(
    '%s starts existing programs, without privileges',
    (name) => {
      const unit = read(`${folder}/${name}`)
      const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+)(?: migrate)?$/m.exec(unit) ?? []
      // They are built by the first start.
      expect(['server/dist/main.js', 'server/dist/admin.js']).toContain(program)
      const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '))
      expect(unknownOf(variables.map((pair) => pair.split('=')[0] ?? ''))).toEqual([])
      for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'PrivateTmp=yes'])
        expect(unit.split('\n')).toContain(line)
    },
  )

  it('use known settings', () => {
    for (const name of ['espalier', 'espalier-migrate'])
      expect(unknownOf(namesIn(read(`${folder}/${name}.env.example`)))).toEqual([])
  })

  it('give the owner of the tables to the unit that migrates alone, and limit the memory of each', () => {
    expect(read(`${folder}/espalier.env.example`)).toMatch(/^DATABASE_URL=postgres:\/\/espalier_server:/m)
    expect(read(`${folder}/espalier.env.example`)).not.toContain('DATABASE_URL_ADMIN')
    const units = readdirSync(folder).filter((name) => name.endsWith('.service'))
    const migrating = units.filter((name) => read(`${folder}/${name}`).includes('espalier-migrate.env'))
    expect(migrating).toEqual(['espalier-migrate.service'])
    for (const name of units) expect(read(`${folder}/${name}`)).toMatch(/^MemoryMax=\d+[MG]$/m)
    for (const name of units.filter((each) => !migrating.includes(each)))
      expect(read(`${folder}/${name}`)).toMatch(/^After=.*espalier-migrate\.service/m)
  })
})

describe('the page about operations', () => {
  const page = read('docs/operations.md')

  it('documents every metric, and no other', () => {
    const documented = new Set([...page.matchAll(/^\| `(espalier_[a-z_]+)`/gm)].map(([, name]) => name))
    const counted = new Set(
      [...read('server/src/operations/metrics.ts').matchAll(/name: '(espalier_[a-z_]+)'/g)].map(([, name]) => name),
    )
    expect([...documented].sort()).toEqual([...counted].sort())
  })

  it('uses only existing metrics in alerts', () => {
    const all = new Set(
      [...page.matchAll(/espalier_[a-z_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')),
    )
    for (const name of all) expect(read('server/src/operations/metrics.ts')).toContain(`'${name}'`)
  })
})

describe('the list of locked packages', () => {
  it('has a hash for each package of the registry, for every platform', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>
    }
    const without = Object.entries(packages).filter(([path, { integrity, link }]) => path && !integrity && !link)
    expect(without.map(([path]) => path)).toEqual([])
  })
})
