import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { contract } from '../contract/src/contract.ts'
import { writeFirstScreens } from './build/first-screens.ts'
import { contractWithoutSchemas, sourcePlugins } from './build/source-plugins.ts'

/** The pages that are opened by their address most, and what each is made of. */
const openedPages = {
  landing: /app\/landing-page\.tsx$/,
  auth: /app\/auth-pages\.tsx$/,
  pricing: /app\/pricing-page\.tsx$/,
  image: /app\/(image-page|signed-in-layout)\.tsx$/,
  project: /app\/(project-page|signed-in-layout)\.tsx$/,
}

/**
 * Writes the files of these pages into the document, for `start.js` to load those of the open one beside the application
 * instead of after it.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const filesOf = (page: RegExp) => {
          const files = new Set<string>()
          const add = (fileName: string) => {
            const chunk = chunks.find((each) => each.fileName === fileName)
            if (!chunk || files.has(fileName)) return
            files.add(fileName)
            for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
            for (const imported of chunk.imports) add(imported)
          }
          for (const { fileName, facadeModuleId } of chunks) if (page.test(facadeModuleId ?? '')) add(fileName)
          // What the document asks for itself.
          return Array.from(files, (file) => `/${file}`).filter((path) => !html.includes(`"${path}"`))
        }
        // What is read first would jump if its typeface came later.
        const fonts = Object.keys(bundle ?? {}).filter((file) => /(newsreader|inter).*\.woff2$/.test(file))
        const fontsOf = (name: string) => (name === 'project' ? [] : fonts.map((file) => `/${file}`))
        const attributes = Object.entries(openedPages).map(
          ([name, page]) => `data-page-${name}="${[...fontsOf(name), ...filesOf(page)].join(' ')}"`,
        )
        return html.replace('src="/start.js"', `src="/start.js" ${attributes.join(' ')}`)
      },
    },
  }
}

/** What asks a bundler about modules. */
type Modules = {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly code: string | null } | null
}

/** 'GitBranch' of the file 'git-branch.mjs', 'DropdownMenu' of the package 'react-dropdown-menu'. */
const exportedName = (name: string) =>
  name.replace(/^react-/, '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Files of the packages of which everybody imports one list of everything that they have. */
const listed = /lucide-react\/.*\/icons\/([\w-]+)\.mjs$|@radix-ui\/(react-[\w-]+)\/dist\/index\.mjs$/
const isList = (id: string) => /\/(lucide-react|radix-ui)\/dist\//.test(id)

/**
 * Who imports a module. Who uses one that a list names is found by its name, so that the first page does not load the icons
 * and menus of all others.
 */
function importersOf(id: string, modules: Modules): readonly string[] {
  const importers = modules.getModuleInfo(id)?.importers ?? []
  const [, icon, widget] = listed.exec(id) ?? []
  const file = icon ?? widget
  if (file === undefined) return importers
  // Where it is imported from the list: `Map` alone is also a class of the language.
  const name = new RegExp(`import\\s*{[^}]*\\b${exportedName(file)}\\b[^}]*}\\s*from\\s*"(lucide-react|radix-ui)"`)
  const users = importers
    .filter(isList)
    .flatMap((list) => modules.getModuleInfo(list)?.importers ?? [])
    .filter((user) => !isList(user) && name.test(modules.getModuleInfo(user)?.code ?? ''))
  const direct = importers.filter((importer) => !isList(importer))
  return users.length + direct.length > 0 ? [...direct, ...users] : importers
}

/** Pages by the chunk that what they share goes into: who opens one loads its chunk, and those above it. */
const chunkPages = {
  first: /app\/(main|landing-page|auth-pages|pricing-page)\.tsx$/,
  signedIn: /app\/(signed-in-layout|image-page)\.tsx$/,
}

/**
 * Names the chunk of what the first pages cannot do without: whatever they import, at once or through others. Who is not
 * signed in loads `first` and no more; who writes the first prompt loads nothing that only a canvas or a dialog needs.
 */
function pageChunk(id: string, modules: Modules): string | null {
  const seen = new Set([id])
  for (const module of seen) for (const importer of importersOf(module, modules)) seen.add(importer)
  const isPartOf = (page: RegExp) => Array.from(seen).some((module) => page.test(module))
  return Object.entries(chunkPages).find(([, page]) => isPartOf(page))?.[0] ?? null
}

const common = /node_modules|web\/src\/(ui|data)|domain\/src/

const root = fileURLToPath(new URL('.', import.meta.url))
const sources = () => [contractWithoutSchemas(contract), ...sourcePlugins()]

export default defineConfig({
  root,
  plugins: [...sources(), pageFiles(), tailwind(), writeFirstScreens(root, sources)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing is written into the code as a data: address; a strict content policy forbids those.
    assetsInlineLimit: 0,
    // Many small files wait for each other's connections; pages share a few large ones instead.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: pageChunk, debugName: 'page', test: common, priority: 3 },
            // What loads parts of pages: every page has some.
            { name: 'load', test: /vite\/preload-helper/, priority: 5 },
            // Checks of forms, on the pages that have some.
            { name: 'zod', test: /node_modules\/zod\//, priority: 4 },
            // Boards know where their cards lie, on pages too that show no canvas.
            { name: 'layout', test: /domain\/src\/(geometry|layout|generation|board)/, minShareCount: 2, priority: 2 },
            // The prompt composer stands on the image page and on the canvas, the lightbox there and on the asset page.
            {
              name: 'composer',
              test: /features\/compose\/(attachments|composer-chips|settings-chips|picture-drop|go-button|texts)\.tsx?$/,
              minShareCount: 2,
              priority: 1.6,
            },
            {
              name: 'lightbox',
              test: /features\/(lightbox\/(lightbox|texts)|review\/owner\/(comment-acts|texts))|viewing\/(comments|pins|gathered\.ts|texts)/,
              minShareCount: 2,
              priority: 1.6,
            },
            // The first page brings the canvas to life with these two, and needs nothing else of what is shared.
            { name: 'canvas', test: /web\/src\/canvas/, minShareCount: 2, priority: 1.5 },
            // Tabs of account pages and of the style dialog: no canvas waits for them.
            { name: 'tabs', test: /react-tabs/, minShareCount: 2, priority: 1.2 },
            // Lists of styles, and words that differ between prompts, for dialogs and the panels of lineage.
            {
              name: 'dialogs',
              test: /lineage\/(text-)?difference\.ts|data\/styles\.ts/,
              minShareCount: 2,
              priority: 1.1,
            },
            { name: 'shared', test: common, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
    // The first versions with light-dark(), which must reach the browser as written.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  },
})
