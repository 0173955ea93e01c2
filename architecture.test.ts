import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importsOf, isTest, paths, textOf } from './source-files.ts'

const isConfig = (path: string) => /\.config\.ts$/.test(path)
/** The files whose text fits, as a list that a failing test shows. */
const filesWith = (pattern: RegExp, among: (path: string) => boolean = () => true) =>
  paths.filter((path) => among(path) && pattern.test(textOf.get(path) ?? ''))

/**
 * Folders and what they may import; the first rule whose folder contains the file counts. `*` stands for one folder's name, and in
 * `mayImport` for the same name: a feature may import itself. `packages` is for everything that is not a path of this project.
 */
type Rule = { readonly in: string; readonly mayImport: readonly string[]; readonly packages: 'any' | readonly string[] }

const wire = ['contract/src/', 'domain/src/']
/** The painter's entry point: all that the server imports of `sketch/`. */
const painter = 'sketch/src/sketch-pool.ts'
/** What lies directly in `engine/src/`; its folders are its own. */
const engine = 'engine/src/'
const server = (...folders: string[]) => [...folders.map((folder) => `server/src/${folder}/`), ...wire]
const web = (...folders: string[]) => folders.map((folder) => `web/src/${folder}/`)

/** Features that depend on others. A feature that is not listed imports none. */
const featureImports: Readonly<Record<string, readonly string[]>> = {
  assets: ['export', 'lightbox', 'prompts/describe'],
  assistant: ['board'],
  'asset-drawer': ['assets', 'board', 'bring-in', 'compose'],
  'bring-in': ['board'],
  board: ['sensitive', 'sharing'],
  compose: ['board', 'models/picker', 'prompts/field'],
  'edit/page': ['compose', 'edit', 'prompts/field'],
  edit: ['board', 'compose', 'lightbox', 'models/local', 'prompts/field'],
  frames: ['board'],
  lightbox: ['board', 'prompts/canvas', 'prompts/describe', 'review', 'sensitive', 'sharing'],
  lineage: ['board', 'compose', 'lightbox'],
  'models/connect': ['models/keys', 'models/picker'],
  present: ['board', 'lightbox'],
  'prompts/canvas': ['board', 'prompts/panels'],
  'prompts/describe': ['board', 'compose', 'frames', 'prompts/field'],
  'prompts/field': ['assistant', 'prompts/panels'],
  purses: ['board', 'programs'],
  review: ['board'],
  series: ['board', 'compose', 'prompts/field'],
  timeline: ['board', 'purses'],
}

const rules: readonly Rule[] = [
  { in: 'domain/src/', mayImport: ['domain/src/'], packages: [] },
  { in: 'contract/src/', mayImport: wire, packages: ['zod', '@orpc/contract'] },
  { in: 'sketch/src/', mayImport: ['sketch/src/'], packages: ['sharp', 'node:'] },
  { in: 'sketch/tools/', mayImport: ['sketch/', ...wire], packages: ['client-zip', 'sharp', 'node:'] },

  { in: 'engine/src/', mayImport: ['engine/src/'], packages: ['sharp', 'onnxruntime-common', 'node:'] },
  { in: 'engine/tools/', mayImport: ['engine/'], packages: ['sharp', 'node:'] },

  {
    in: 'server/src/db/embedded/',
    mayImport: ['server/src/db/embedded/', 'server/src/db/advisory-locks.ts'],
    packages: ['pg', 'node:'],
  },
  { in: 'server/src/db/', mayImport: server('db'), packages: 'any' },
  { in: 'server/src/storage/', mayImport: server('storage'), packages: 'any' },
  { in: 'server/src/retouch/', mayImport: server('retouch', 'operations'), packages: 'any' },
  {
    in: 'server/src/providers/',
    mayImport: [...server('providers', 'retouch', 'operations'), painter, engine],
    packages: 'any',
  },
  { in: 'server/src/operations/', mayImport: server('operations'), packages: 'any' },
  { in: 'server/src/mail/', mayImport: server('mail', 'operations'), packages: 'any' },
  { in: 'server/src/process/', mayImport: server('process'), packages: 'any' },
  { in: 'server/src/pictures/', mayImport: server('pictures', 'storage', 'operations'), packages: 'any' },
  { in: 'server/src/auth/', mayImport: server('auth', 'db', 'operations'), packages: 'any' },
  { in: 'server/src/background/', mayImport: server('background', 'db', 'operations'), packages: 'any' },
  { in: 'server/src/models/', mayImport: server('models', 'providers', 'operations', 'db'), packages: 'any' },
  {
    in: 'server/src/cards/',
    mayImport: server('cards', 'models', 'events', 'providers', 'operations', 'db'),
    packages: 'any',
  },
  { in: 'server/src/jobs/', mayImport: server('jobs', 'background', 'db', 'operations', 'providers'), packages: 'any' },
  { in: 'server/src/events/', mayImport: server('events', 'background', 'db', 'operations'), packages: 'any' },
  {
    in: 'server/src/features/',
    mayImport: server(
      'features',
      'cards',
      'models',
      'events',
      'jobs',
      'background',
      'pictures',
      'providers',
      'retouch',
      'storage',
      'operations',
      'db',
    ),
    packages: 'any',
  },
  // Tools are made of features, as calls are.
  {
    in: 'server/src/agents/',
    mayImport: server('agents', 'features', 'cards', 'models', 'events', 'background', 'pictures', 'operations', 'db'),
    packages: 'any',
  },
  {
    in: 'server/src/http/',
    mayImport: server(
      'http',
      'agents',
      'features',
      'cards',
      'models',
      'auth',
      'mail',
      'events',
      'jobs',
      'pictures',
      'providers',
      'storage',
      'operations',
      'db',
    ),
    packages: 'any',
  },
  { in: 'server/src/seed/', mayImport: ['server/src/', ...wire, painter], packages: 'any' },
  { in: 'server/', mayImport: ['server/src/', engine, ...wire], packages: 'any' },

  // The theme is kept in the browser like everything else.
  { in: 'web/src/ui/', mayImport: [...web('ui'), 'web/src/data/storage/browser-storage.ts'], packages: 'any' },
  // Keys go through one dispatcher, those of the canvas too.
  {
    in: 'web/src/canvas/',
    mayImport: [...web('canvas'), 'web/src/ui/keyboard.ts', 'domain/src/'],
    packages: ['react'],
  },
  { in: 'web/src/agent-view/', mayImport: ['web/src/agent-view/'], packages: 'any' },
  { in: 'web/src/data/', mayImport: [...web('data'), ...wire], packages: 'any' },
  { in: 'web/src/viewing/', mayImport: [...web('viewing', 'ui', 'canvas'), 'domain/src/'], packages: 'any' },
  ...Object.entries(featureImports).map(
    ([feature, others]): Rule => ({
      in: `web/src/features/${feature}/`,
      mayImport: [
        ...web(...[feature, ...others].map((name) => `features/${name}`)),
        ...web('viewing', 'ui', 'data', 'canvas'),
        ...wire,
      ],
      packages: 'any',
    }),
  ),
  ...['web/src/features/models/*/', 'web/src/features/*/'].map(
    (folder): Rule => ({
      in: folder,
      mayImport: [folder, ...web('viewing', 'ui', 'data', 'canvas'), ...wire],
      packages: 'any',
    }),
  ),
  { in: 'web/src/app/', mayImport: ['web/src/', ...wire], packages: 'any' },
  { in: 'web/', mayImport: ['web/', ...wire], packages: 'any' },

  // Component tests are built as the pages are.
  { in: 'vitest.config.ts', mayImport: ['web/build/', 'server/testing/'], packages: 'any' },
  {
    in: 'cli/',
    mayImport: ['cli/', ...wire],
    packages: ['@orpc/client', '@orpc/contract', '@orpc/openapi-client/fetch', 'vite', 'zod', 'node:'],
  },
  // Runs before anything is installed.
  { in: 'bin/', mayImport: ['bin/'], packages: ['node:'] },
  {
    in: '',
    mayImport: ['bench/', 'e2e/', 'server/src/', 'server/testing/', painter, 'engine/', 'bin/', ...wire],
    packages: 'any',
  },
]

/** Tests and their helpers may import other parts, and any package. */
const testRules: readonly Rule[] = [
  { in: 'domain/', mayImport: ['domain/src/'], packages: 'any' },
  { in: 'contract/', mayImport: wire, packages: 'any' },
  { in: 'sketch/', mayImport: ['sketch/', ...wire], packages: 'any' },
  { in: 'engine/', mayImport: ['engine/'], packages: 'any' },
  {
    in: 'server/',
    mayImport: ['server/src/', 'server/testing/', 'server/vite.config.ts', 'engine/', ...wire],
    packages: 'any',
  },
  { in: 'web/', mayImport: ['web/src/', ...wire], packages: 'any' },
  { in: 'cli/', mayImport: ['cli/', 'server/src/', 'server/testing/', ...wire], packages: 'any' },
  {
    in: '',
    mayImport: [
      'source-files.ts',
      'bin/',
      'bench/',
      'e2e/',
      'server/src/',
      'server/testing/',
      'web/src/testing/',
      'engine/',
      ...wire,
    ],
    packages: 'any',
  },
]

const asPattern = (folder: string) => new RegExp(`^${folder.replace('*', '([^/]+)')}`)

/** Null where the rule allows the import, else an error as a line. */
function violation(path: string, imported: string): string | null {
  const rule = (isTest(path) ? testRules : rules).find((each) => asPattern(each.in).test(path))
  if (!rule) return `${path} lies where no rule holds`
  if (!imported.startsWith('./')) {
    const allowed =
      rule.packages === 'any' ||
      rule.packages.some((name) => imported === name || (name.endsWith(':') && imported.startsWith(name)))
    return allowed ? null : `${path} imports the package ${imported}`
  }
  const [, name = '*'] = asPattern(rule.in).exec(path) ?? []
  const target = imported.slice(2)
  const allowed = rule.mayImport.some((folder) => target.startsWith(folder.replace('*', name)))
  return allowed ? null : `${path} imports ${target}`
}

describe('imports', () => {
  it('are parsed', () => {
    expect(importsOf('architecture.test.ts')).toEqual(['node:fs', 'vitest', './source-files.ts'])
    expect(importsOf('server/src/http/openapi/openapi.ts')).toContain('./contract/src/events.ts')
    expect(importsOf('server/src/http/replies/error-reply.ts')).toContain('./server/src/db/database-error.ts')
    expect(importsOf('server/src/http/development-web.ts')).toContain('vite')
  })

  it('follow the rules', () => {
    const violations = paths.flatMap((path) => importsOf(path).flatMap((imported) => violation(path, imported) ?? []))
    expect(violations).toEqual([])
  })

  it('between features have no cycles', () => {
    const reachable = (feature: string, through: readonly string[] = []): readonly string[] =>
      (featureImports[feature] ?? []).flatMap((other) =>
        through.includes(other) ? [other] : [other, ...reachable(other, [...through, other])],
      )
    expect(Object.keys(featureImports).filter((feature) => reachable(feature).includes(feature))).toEqual([])
  })

  it.each([
    ['domain/src/layout/card.ts', 'node:fs'],
    ['domain/src/layout/card.ts', './contract/src/text.ts'],
    ['contract/src/text.ts', 'drizzle-orm'],
    ['server/src/features/images/feedback.ts', './server/src/http/guards/guards.ts'],
    ['server/src/jobs/worker.ts', './server/src/features/images/run-image.ts'],
    ['server/src/main.ts', './web/src/app/main.tsx'],
    ['server/src/main.ts', './server/testing/test-server.ts'],
    ['server/src/http/app.ts', './server/src/start/start-server.ts'],
    ['web/src/app/main.tsx', './server/src/env.ts'],
    ['web/src/features/board/cards/card.tsx', './web/src/features/compose/canvas/compose-panel.tsx'],
    ['web/src/features/pricing/plan-grid.tsx', './web/src/features/board/board-session.ts'],
    ['web/src/canvas/mounted-cards.ts', './web/src/ui/button.tsx'],
    ['web/src/canvas/mounted-cards.ts', './web/src/data/store.ts'],
    ['web/src/viewing/comparison.tsx', './web/src/data/store.ts'],
    ['web/src/ui/button.tsx', './domain/src/ids.ts'],
    ['sketch/src/paint.ts', './domain/src/models/model.ts'],
    ['sketch/src/paint.ts', './server/src/providers/provider.ts'],
    ['server/src/providers/local/sketch-provider.ts', './sketch/src/paint.ts'],
    ['server/src/features/images/run-image.ts', './sketch/src/sketch-pool.ts'],
    ['engine/src/local-engine.ts', './server/src/providers/provider.ts'],
    ['engine/src/local-engine.ts', 'onnxruntime-node'],
    ['server/src/features/images/run-image.ts', './engine/src/local-engine.ts'],
    ['cli/src/client.ts', './server/src/env.ts'],
    ['cli/src/client.ts', 'hono'],
    ['bin/start.js', 'pg'],
    ['domain/src/layout/card.test.ts', './server/src/env.ts'],
  ])('of %s may not be %s', (path, imported) => expect(violation(path, imported)).not.toBeNull())
})

/** Parts with one entry point: the one file that files outside of the folder may import. */
const doors = [
  { folder: 'sketch/src/', door: 'sketch/src/sketch-pool.ts', except: ['sketch/tools/'] },
  ...['onnx', 'diffusion', 'process', 'tools'].map((name) => ({
    folder: `engine/src/${name}/`,
    door: 'engine/src/local-engine.ts',
    except: ['engine/'],
  })),
  {
    folder: 'server/src/db/embedded/',
    door: 'server/src/db/embedded/embedded-postgres.ts',
    // Starts Debian's PostgreSQL by itself, as the same user.
    except: ['e2e/drills/cluster/postgres.ts'],
  },
]

/** The imports of a file that bypass an entry point. */
const passedDoors = (path: string, imports: readonly string[]) =>
  doors.flatMap(({ folder, door, except }) =>
    path.startsWith(folder) || except.some((each) => path.startsWith(each))
      ? []
      : imports.filter((imported) => imported.startsWith(`./${folder}`) && imported !== `./${door}`),
  )

describe('a part with one entry point', () => {
  it('is imported by it alone', () => {
    expect(
      paths.flatMap((path) => passedDoors(path, importsOf(path)).map((imported) => `${path}: ${imported}`)),
    ).toEqual([])
  })

  it('is detected where it is bypassed', () => {
    const inside = './server/src/db/embedded/cluster.ts'
    const door = './server/src/db/embedded/embedded-postgres.ts'
    expect(passedDoors('server/src/main.ts', [inside, door])).toEqual([inside])
    expect(passedDoors('server/src/db/embedded/supervise.ts', [inside])).toEqual([])
  })
})

describe('packages', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  /** Of what a file imports as values: `@scope/name` or `name`, without what comes after. */
  const packagesOf = (path: string) =>
    [...(textOf.get(path) ?? '').matchAll(/(?:^|\n)(?:import|export) (?!type\b)[^'";]*?from '([^'.#/][^']*)'/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !name.startsWith('node:'))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)

  it('that a start builds with or runs are installed without the development packages', () => {
    const isStarted = (path: string) => /^(domain|contract|sketch|engine|server|web)\//.test(path) && !isTest(path)
    const missing = paths.filter(isStarted).flatMap((path) =>
      packagesOf(path)
        .filter((name) => !(name in dependencies))
        .map((name) => `${path} imports ${name}`),
    )
    expect(missing).toEqual([])
  })
})

describe('restricted access', () => {
  it('the environment is read by env.ts and the programs, and by tools outside of the server', () => {
    // It starts other programs and passes the PATH on to them; it reads no setting.
    const handsOn = 'server/src/db/embedded/run-as.ts'
    const may = [
      'server/src/env.ts',
      'server/src/main.ts',
      'server/src/admin/main.ts',
      'server/src/seed/main.ts',
      handsOn,
    ]
    const isProduct = (path: string) =>
      /^(domain|contract|sketch|engine|server|web)\//.test(path) && !isTest(path) && !isConfig(path)
    expect(filesWith(/\bprocess\.env\b|import\.meta\.env\b/, isProduct).filter((path) => !may.includes(path))).toEqual(
      [],
    )
  })

  it('reads answers from outside within a limit alone', () => {
    // `boundFetch` counts the bytes of an answer in every way of reading it; these make the `fetch` that it is given, or count themselves.
    const mayReach = [
      'server/src/operations/bounded-fetch.ts',
      'server/src/providers/common/checked-download.ts',
      'server/src/providers/local/comfyui/comfyui-socket.ts',
      'server/src/providers/common/endpoint-fetch.ts',
      'server/src/providers/local/local-http.ts',
      'server/src/providers/common/unredirected-fetch.ts',
    ]
    const reaches =
      /\bimport \{[^}]*\b(fetch|request|stream|pipeline|WebSocket|EventSource)\b[^}]*\} from 'undici'|\bglobalThis\.fetch\(|\bnew (WebSocket|EventSource)\(|\b(http|https)\.(get|request)\(|(?<![\w.])fetch\(/
    const isServer = (path: string) => path.startsWith('server/src/') && !isTest(path)
    expect(filesWith(reaches, (path) => isServer(path) && !mayReach.includes(path))).toEqual([])
  })

  it('opens pictures in room that is held for them alone', () => {
    // The door to libvips, and processes and threads whose memory is taken by those who start them.
    const mayDecode = [
      'server/src/operations/decoding-room.ts',
      'server/src/pictures/decoding-worker.ts',
      'server/src/retouch/',
    ]
    const decodes = /^import (?!type\b)[^;]*? from 'sharp'|['"]@techstark\/opencv-js['"]|\bsharp\(/m
    const isServer = (path: string) => path.startsWith('server/src/') && !isTest(path)
    const isElsewhere = (path: string) => isServer(path) && !mayDecode.some((allowed) => path.startsWith(allowed))
    expect(filesWith(decodes, isElsewhere)).toEqual([])
    // The room that a parent holds is for the process which it starts.
    expect(filesWith(/\broomOfParent\b/, isElsewhere)).toEqual([])
    // Its thread signs bytes; it decodes no pixels.
    expect(filesWith(/@contentauth\/c2pa-wasm/, isServer)).toEqual([
      'server/src/pictures/credentials/credentials-worker.ts',
    ])
    const retouchTasks = /from '[^']*\/(run-task|picture-pixels|retouch-worker|opencv)\.ts'/
    expect(filesWith(retouchTasks, (path) => isElsewhere(path))).toEqual([])
  })

  it('the network is used by web/src/data alone, and by the script that runs before the application is loaded', () => {
    const isElsewhere = (path: string) =>
      path.startsWith('web/') && !path.startsWith('web/src/data/') && path !== 'web/public/start.js' && !isTest(path)
    expect(
      filesWith(/(?<![\w.])fetch\(|\bnew (EventSource|WebSocket|XMLHttpRequest)\b|\bsendBeacon\b/, isElsewhere),
    ).toEqual([])
  })

  it('the schemas of the wire are checked by the server: a page loads none', () => {
    const valuesOf = (path: string) =>
      [...(textOf.get(path) ?? '').matchAll(/(?:^|\n)import (?!type\b)[^'";]*? from '#(contract\/)([^']+)'/g)].map(
        ([, folder, file]) => `${folder}src/${file}`,
      )
    // The build keeps methods and paths of the contract itself.
    const hasSchemas = (path: string) =>
      path !== 'contract/src/contract.ts' && /from 'zod'/.test(textOf.get(path) ?? '')
    const isPage = (path: string) => path.startsWith('web/src/') && !isTest(path)
    expect(paths.filter((path) => isPage(path) && valuesOf(path).some(hasSchemas))).toEqual([])
  })

  it('dialogs and menus come from web/src/ui/popups.tsx, which loads their code when the page is there', () => {
    const isElsewhere = (path: string) => path.startsWith('web/') && path !== 'web/src/ui/popup-code.ts'
    expect(
      filesWith(
        /\b(AlertDialog|ContextMenu|Dialog|DropdownMenu|HoverCard|Popover)\b[^;]*? from 'radix-ui'/,
        isElsewhere,
      ),
    ).toEqual([])
  })

  it('a raw statement claims the type of its rows in db alone, where its columns are compared with it', () => {
    const isServer = (path: string) => /^server\/src\/(?!db\/)/.test(path) && !isTest(path)
    expect(filesWith(/\.execute<|\.rows as |\brunPlanned</, isServer)).toEqual([])
  })

  it('a default is exported by configuration files alone', () => {
    expect(filesWith(/^export default\b|\bas default\b/m, (path) => !isConfig(path))).toEqual([])
  })
})

describe('no file', () => {
  it('imports helpers of tests into the product', () => {
    const isProduct = (path: string) => /^(domain|contract|sketch|engine|server|web)\//.test(path) && !isTest(path)
    const violations = paths.filter(
      (path) => isProduct(path) && importsOf(path).some((imported) => /\/testing\//.test(imported)),
    )
    expect(violations).toEqual([])
  })

  it('contains notes of unfinished work', () => {
    expect(filesWith(new RegExp(['\\bTO', 'DO\\b|\\bFIX', 'ME\\b'].join('')))).toEqual([])
  })

  it('re-exports others', () => {
    expect(paths.filter((path) => /\/index\.(ts|tsx|js)$/.test(path))).toEqual([])
    expect(filesWith(/^export (\*|\{[^}]*\}) from /m)).toEqual([])
  })
})

describe('styles', () => {
  const styles = paths.filter((path) => path.endsWith('.css'))
  const rules = styles.flatMap((path) => textOf.get(path)?.match(/[^{};/]*:has\([^{]*(?=\{)/g) ?? [])

  it('of one part depend on what the page shows by a mark: else each change makes the browser compute all of them again', () => {
    expect(styles.length).toBeGreaterThan(20)
    expect(rules.filter((rule) => /(:root|html|body|main):has\(/.test(rule))).toEqual([])
    expect(rules.filter((rule) => /:has\(.*\)[^,]*[\s>~+]\*/.test(rule))).toEqual([])
  })
})

const linesOf = (path: string) => (textOf.get(path) ?? '').trimEnd().split('\n').length
const sizes = paths
  .filter((path) => !isTest(path))
  .map(linesOf)
  .sort((a, b) => a - b)

describe(`sizes (median ${sizes[sizes.length >> 1]} lines)`, () => {
  it('end at 400 lines, tests at 500', () => {
    expect(paths.filter((path) => linesOf(path) > (isTest(path) ? 500 : 400))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const document = readFileSync('docs/architecture.md', 'utf8')
  const [, tree = ''] = /```text\n([\s\S]*?)```/.exec(document) ?? []
  const isNamed = (name: string) => new RegExp(`(^|[\\s(])${name}/`, 'm').test(tree)

  it.each([
    '.',
    'domain/src',
    'server/src',
    'server/src/features',
    'server/src/http',
    'server/src/providers',
    'contract/src',
    'web/src',
    'web/src/features',
    'web/src/data',
    'web/src/canvas',
  ])('names every folder in %s', (folder) => {
    const below = new Set(
      paths.flatMap((path) => {
        const rest = folder === '.' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : ''
        return rest.includes('/') ? [rest.split('/')[0] ?? ''] : []
      }),
    )
    expect([...below].filter((name) => !isNamed(name) && !tree.includes(`${name}/src/`))).toEqual([])
  })
})
