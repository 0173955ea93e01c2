import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { contract } from '../contract/src/contract.ts'
import { writeAgentView } from './build/agent-view.ts'
import { writeCompressedFiles } from './build/compressed-files.ts'
import { writeFirstScreens } from './build/first-screens.ts'
import { contractWithoutSchemas, sourcePlugins } from './build/source-plugins.ts'

/** The pages that are opened by their address most, with their chunks. */
const openedPages = {
  landing: /pages\/landing-page\.tsx$/,
  auth: /pages\/auth-pages\.tsx$/,
  pricing: /pages\/pricing-page\.tsx$/,
  image: /(pages\/image-page|app\/signed-in)\.tsx$/,
  projects: /(pages\/last-project-page|app\/signed-in)\.tsx$/,
  project: /(pages\/project-page|app\/signed-in)\.tsx$/,
}

/**
 * Writes the files of these pages into the document, for `start.js` to load those of the open one in parallel with the
 * application.
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
          // Requests of the document itself.
          return Array.from(files, (file) => `/${file}`).filter((path) => !html.includes(`"${path}"`))
        }
        // The first text would jump if its typeface came later.
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

/** The part of the bundler's context that is used. */
type Modules = {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly code: string | null } | null
}

/** 'GitBranch' of the file 'git-branch.mjs', 'DropdownMenu' of the package 'react-dropdown-menu'. */
const exportedName = (name: string) =>
  name.replace(/^react-/, '').replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Index files of packages that re-export everything. */
const listed = /lucide-react\/.*\/icons\/([\w-]+)\.mjs$|@radix-ui\/(react-[\w-]+)\/dist\/index\.mjs$/
const isList = (id: string) => /\/(lucide-react|radix-ui)\/dist\//.test(id)

/** The graph is complete when chunks are formed. */
const knownImporters = new Map<string, readonly string[]>()

/** The importers of a module, found once: each module is asked for hundreds of times, and the bundler copies its code. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const known = knownImporters.get(id) ?? findImporters(id, modules)
  knownImporters.set(id, known)
  return known
}

/**
 * Finds the importers of a module. Importers through an index file are found by the name they import, so that the first page
 * does not load the icons and menus of all others.
 */
function findImporters(id: string, modules: Modules): readonly string[] {
  const importers = modules.getModuleInfo(id)?.importers ?? []
  const [, icon, widget] = listed.exec(id) ?? []
  const file = icon ?? widget
  if (file === undefined) return importers
  // The import from the index file: `Map` alone is also a built-in class.
  const name = new RegExp(`import\\s*{[^}]*\\b${exportedName(file)}\\b[^}]*}\\s*from\\s*"(lucide-react|radix-ui)"`)
  const users = importers
    .filter(isList)
    .flatMap((list) => modules.getModuleInfo(list)?.importers ?? [])
    .filter((user) => !isList(user) && name.test(modules.getModuleInfo(user)?.code ?? ''))
  const direct = importers.filter((importer) => !isList(importer))
  // Icons have other names too; widgets do not: one without users is left out of the build.
  return users.length + direct.length > 0 || widget !== undefined ? [...direct, ...users] : importers
}

/** Pages by the chunk of their shared modules: a page loads its chunk, and those above it. */
const chunkPages = {
  first: /(app\/main|pages\/(landing-page|auth-pages|pricing-page))\.tsx$/,
  signedIn: /(app\/signed-in|pages\/image-page)\.tsx$/,
}

/** Whether pages import a module, directly or through others; what they fetch later does not count. */
function arePartOf(id: string, modules: Modules): (page: RegExp) => boolean {
  const seen = new Set([id])
  for (const module of seen) for (const importer of importersOf(module, modules)) seen.add(importer)
  return (page) => Array.from(seen).some((module) => page.test(module))
}

/** Pages other than the canvas: what they import as well is not fetched with all of the canvas. */
const otherPages = /(app\/signed-in|pages\/(?!project-page)[\w-]+-(page|pages))\.tsx$/

/** Boards contain the places of cards, also on pages without a canvas; the landing page has a canvas, and no session. */
const placed = /domain\/src\/(geometry|layout|generation|board)|web\/src\/ui\/keyboard/

const common = /node_modules|web\/src\/(ui|data)|domain\/src/
/** The loader of lazy parts, the smallest modules of the entry, and texts of visitors: no files of their own. */
const smallOfFirst = /vite\/preload-helper|src\/app\/(texts|pages\/not-found)|features\/account\/texts/
const firstOrCommon = new RegExp(`${common.source}|${smallOfFirst.source}`)
/** Modules of the web application itself. */
const ofApplication = /web\/src\/(app|features|viewing)\//

/** Shared by pages of an account and parts of the canvas: small, and so in the file of all. */
const sharedByAccountPages =
  /features\/(compose\/([\w-]+-chips|inspirations\/sample-list)\.tsx?$|projects\/(texts|board-texts|edited-text|cover|board-tiles|use-create-project)\.tsx?$|starters\/(texts|starter-pictures|use-open-starter)\.ts$|sensitive\/|review\/owner\/command-texts\.ts$)|viewing\/(texts|gathered)\.ts$/

/** Whether a module belongs to the frame of the pages of an account, or is shared by the image page and the canvas. */
function isOfAccountPages(id: string, modules: Modules): boolean {
  const isPartOf = arePartOf(id, modules)
  const isShared =
    isPartOf(/app\/(signed-in|top-bar)\.tsx$/) ||
    (isPartOf(/pages\/image-page\.tsx$/) && isPartOf(openedPages.project)) ||
    sharedByAccountPages.test(id)
  return isShared && !isPartOf(/pages\/open-page\.tsx$/) && !isPartOf(chunkPages.first)
}

/**
 * The chunk of the first pages: everything that they import, in one file for visitors and one for accounts, since each
 * file costs a first page some ten milliseconds. Visitors load `first` and no more; the image page loads nothing that only
 * a canvas or a dialog needs.
 */
function pageChunk(id: string, modules: Modules): string | null {
  if (!firstOrCommon.test(id)) return isOfAccountPages(id, modules) ? 'signedIn' : null
  const isPartOf = arePartOf(id, modules)
  const name = Object.entries(chunkPages).find(([, page]) => isPartOf(page))?.[0] ?? null
  return name === 'signedIn' && placed.test(id) ? 'layout' : name
}

/** Modules of the web application that the canvas needs at once and no other page does, in one file. */
function boardChunk(id: string, modules: Modules): string | null {
  const isPartOf = arePartOf(id, modules)
  return isPartOf(openedPages.project) && !isPartOf(otherPages) ? 'board' : null
}

/** The common modules that the canvas needs at once; what panels and dialogs share comes with the first of them. */
const sharedChunk = (id: string, modules: Modules): string | null =>
  arePartOf(id, modules)(openedPages.project) ? 'shared' : null

const root = fileURLToPath(new URL('.', import.meta.url))
const sources = () => [contractWithoutSchemas(contract), ...sourcePlugins()]

export default defineConfig({
  root,
  plugins: [
    ...sources(),
    pageFiles(),
    tailwind(),
    writeFirstScreens(root, sources),
    writeAgentView(root),
    writeCompressedFiles(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The notices of the libraries in these files, which the licenses ask for.
    license: { fileName: 'third-party-notices.md' },
    // Nothing is inlined as a data: address; a strict content policy forbids those.
    assetsInlineLimit: 0,
    // Many small files compete for connections; pages share a few large ones instead.
    rolldownOptions: {
      input: { index: `${root}index.html`, sw: `${root}src/data/offline/service-worker.ts` },
      output: {
        // A worker reaches the pages below its own address, and browsers look for a new one there.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            {
              name: pageChunk,
              debugName: 'page',
              test: new RegExp(`${firstOrCommon.source}|${ofApplication.source}`),
              priority: 3,
            },
            // Form validation, for the pages with forms.
            { name: 'zod', test: /node_modules\/zod\//, priority: 4 },
            { name: 'layout', test: placed, minShareCount: 2, priority: 2 },
            // The Markdown of notes: fetched with the first note.
            { name: 'marked', test: /node_modules\/marked\//, priority: 4 },
            // What the image page and the canvas show of models.
            {
              name: 'models',
              test: /features\/models\/picker\/(model-list|model-filter|texts)\.tsx?$/,
              minShareCount: 2,
              priority: 1.75,
              includeDependenciesRecursively: false,
            },
            // The lightbox is used by overlays of the canvas and the assets page.
            {
              name: 'lightbox',
              test: /features\/(lightbox\/lightbox|review\/owner\/comment-acts)|viewing\/comments|ui\/lightbox|canvas\/picture\//,
              minShareCount: 2,
              priority: 1.7,
              // What the canvas uses as well must not come with it.
              includeDependenciesRecursively: false,
            },
            // What paints in the page where no worker starts, and exports frames.
            {
              name: 'painter',
              test: /canvas\/painter\/(start-painter|paint-card|paint-tile|picture-cache)/,
              priority: 1.68,
              includeDependenciesRecursively: false,
            },
            // The landing page uses these two for its canvas, and nothing else of the shared modules.
            {
              name: 'canvas',
              test: /web\/src\/(canvas|data\/pictures\/load-bitmap)/,
              minShareCount: 2,
              priority: 1.65,
            },
            // What files say of how they were made, for pictures that are brought in.
            {
              name: 'records',
              test: /domain\/src\/records|data\/transfer\/picture-record/,
              minShareCount: 2,
              priority: 1.3,
              // The canvas uses models as well, and reads no records at first.
              includeDependenciesRecursively: false,
            },
            // What popups share with the tabs of the account pages: a page needs none of it at first.
            { name: 'widgets', test: /node_modules\/@radix-ui\//, minShareCount: 2, priority: 1.2 },
            // Saved prompts, references, lists and language models: fetched with the first of their panels.
            {
              name: 'words',
              test: /data\/(words\/(?!word-keys|given-pictures)|assistant\.ts)|ui\/suggestions/,
              minShareCount: 2,
              priority: 1.15,
              includeDependenciesRecursively: false,
            },
            // What the page of a review link shares with its rounds.
            {
              name: 'link',
              test: /data\/shared\//,
              minShareCount: 2,
              priority: 1.15,
              includeDependenciesRecursively: false,
            },
            // Lists of styles, and text differences, for dialogs and the panels of lineage.
            {
              name: 'dialogs',
              test: /lineage\/(text-)?difference\.ts|data\/styles\.ts/,
              minShareCount: 2,
              priority: 1.1,
            },
            {
              name: boardChunk,
              debugName: 'board',
              test: ofApplication,
              priority: 1.05,
              // Modules of other pages must not come with it.
              includeDependenciesRecursively: false,
            },
            { name: sharedChunk, debugName: 'shared', test: common, priority: 1 },
            { name: 'later', test: common, minShareCount: 2, priority: 0.9 },
          ],
        },
      },
    },
    // The first versions with light-dark(), which must reach the browser as written, and with popovers, which tooltips are.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
  },
})
