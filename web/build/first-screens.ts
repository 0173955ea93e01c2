import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type PluginOption } from 'vite'

/** `KnownAtStart` of the page, in `src/data/known-at-start.ts`. */
type Known = 'painter-alone' | 'no-project'

type Screen = {
  readonly path: string
  readonly reader: 'visitor' | 'member'
  readonly files: string
  readonly known?: Known
}

/** The pages whose first screen is written, for whom, and by which name `openedPages` has their files. */
const screens: readonly Screen[] = [
  { path: '/', reader: 'visitor', files: 'landing' },
  { path: '/pricing', reader: 'visitor', files: 'pricing' },
  { path: '/login', reader: 'visitor', files: 'auth' },
  { path: '/signup', reader: 'visitor', files: 'auth' },
  { path: '/image', reader: 'member', files: 'image' },
  { path: '/image', reader: 'member', files: 'image', known: 'painter-alone' },
  { path: '/project', reader: 'member', files: 'projects', known: 'no-project' },
]

/** What a first screen is, in `src/app/first-screen.tsx`. */
type FirstScreen = (wanted: { path: string; reader: 'visitor' | 'member'; known: Known | null }) => Promise<string>

/** The rendering for Node, beside the one for browsers: the same sources, so that both name the same files. */
async function loadFirstScreen(root: string, outDir: string, plugins: PluginOption[]): Promise<FirstScreen> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins,
    build: { ssr: 'src/app/first-screen.tsx', outDir, emptyOutDir: true, assetsInlineLimit: 0, copyPublicDir: false },
  })
  const { firstScreen } = (await import(pathToFileURL(join(outDir, 'first-screen.js')).href)) as {
    firstScreen: FirstScreen
  }
  return firstScreen
}

/**
 * A document whose scripts are requested by `start.js` after its first screen has been painted: before, they would only
 * compete with the styles and the typeface of its headline.
 * @param name The name by which `openedPages` has the files of the page.
 */
function withLateScripts(document: string, name: string): string {
  const [, listed = ''] = new RegExp(`data-page-${name}="([^"]*)"`).exec(document) ?? []
  const [script = '', application = ''] = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(document) ?? []
  const preloads = [...document.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g)]
  const files = listed.split(' ').filter(Boolean)
  const scripts = [application, ...preloads.map(([, href]) => href), ...files.filter((file) => file.endsWith('.js'))]
  const links = files.flatMap((href) => {
    if (href.endsWith('.css')) return [`<link rel="stylesheet" href="${href}">`]
    return href.endsWith('.woff2')
      ? [`<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`]
      : []
  })
  return preloads
    .reduce((rest, [preload]) => rest.replace(preload, ''), document)
    .replace(script, '')
    .replace(/ data-page-[a-z]+="[^"]*"/g, '')
    .replace('src="/start.js"', `src="/start.js" data-scripts="${scripts.join(' ')}"`)
    .replace('</head>', `${links.join('')}</head>`)
}

/**
 * A document that can be read before its scripts are loaded. Nothing in it can be used: anything typed or pressed would
 * be lost when the application replaces it.
 */
function withScreen(document: string, markup: string, { reader, known }: Screen): string {
  const [, title = 'Espalier'] = /<title>([^<]*)<\/title>/.exec(markup) ?? []
  const still = markup
    // The document has its own title, and contains no inline script.
    .replace(/<title>[^<]*<\/title>|<link rel="(?:preload|canonical)"[^>]*>|<script>.*?<\/script>/gs, '')
    // A field that accepts no input yet is only a picture of one: without a name, so that password managers ignore it.
    .replace(/<(input|textarea)\b[^>]*>/g, (field) =>
      field.replace(/ aria-label="[^"]*"/, '').replace(/^<\w+/, '$& readonly=""'),
    )
    .replace(/<label for="[^"]*"/g, '<label')
  return document
    .replace(/<title>[^<]*<\/title>/, `<title>${title}</title>`)
    .replace(
      /<div id="root">[\s\S]*?<\/div>/,
      () =>
        `<div id="root" data-first-screen="${reader}"${known ? ` data-known="${known}"` : ''} inert aria-hidden="true">${still}</div>`,
    )
}

/** The content policy forbids inline styles: the positions in a drawing become a file of rules. */
function withoutStyles(page: string): { page: string; rules: string } {
  const marks = new Map<string, number>()
  const marked = page.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const mark = marks.get(style) ?? marks.size
    marks.set(style, mark)
    return ` data-rule="${mark}"`
  })
  return { page: marked, rules: Array.from(marks, ([style, mark]) => `[data-rule="${mark}"]{${style}}`).join('') }
}

/** Writes a page, and beside the other files of the application the rules that it needs. */
async function writeScreen(dist: string, name: string, screen: string): Promise<void> {
  const { page, rules } = withoutStyles(screen)
  const href = `/assets/first-screen-${createHash('sha256').update(rules).digest('hex').slice(0, 8)}.css`
  const link = rules === '' ? '' : `<link rel="stylesheet" href="${href}">`
  if (rules !== '') await writeFile(join(dist, href), rules)
  await writeFile(join(dist, 'first-screens', name), page.replace('</head>', `${link}</head>`))
}

/** Writes the first screens of some pages into `dist/first-screens/`, from which the server sends them. */
export function writeFirstScreens(root: string, plugins: () => PluginOption[]): Plugin {
  let dist = ''
  return {
    name: 'write-first-screens',
    apply: 'build',
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      // Where the packages are that it imports.
      const rendering = join(root, '..', 'node_modules', '.first-screen')
      const firstScreen = await loadFirstScreen(root, rendering, plugins())
      const document = await readFile(join(dist, 'index.html'), 'utf8')
      await mkdir(join(dist, 'first-screens'), { recursive: true })
      for (const screen of screens) {
        const { path, reader, files, known } = screen
        const markup = await firstScreen({ path, reader, known: known ?? null })
        const name = `${path.slice(1) || 'index'}${known ? `-${known}` : ''}.html`
        await writeScreen(dist, name, withScreen(withLateScripts(document, files), markup, screen))
      }
      await rm(rendering, { recursive: true })
    },
  }
}
