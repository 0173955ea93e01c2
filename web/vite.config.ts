import { fileURLToPath } from 'node:url'
import { type AnyContractRouter, minifyContractRouter } from '@orpc/contract'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from '../contract/src/contract.ts'

const contractFile = fileURLToPath(new URL('../contract/src/contract.ts', import.meta.url))

/**
 * The browser's client needs the contract's methods and paths, not its schemas: what it sends is checked by the compiler
 * and by the server. Leaving zod out saves 25 kB of compressed JavaScript.
 */
function contractWithoutSchemas(router: AnyContractRouter): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    load(id) {
      if (id !== contractFile) return null
      return `export const contract = ${JSON.stringify(minifyContractRouter(router))}`
    },
  }
}

/**
 * Writes the files of the project page into the document, for `start.js` to load them beside the application instead of
 * after it.
 */
function projectPageFiles(): Plugin {
  return {
    name: 'project-page-files',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const files = new Set<string>()
        const add = (fileName: string) => {
          const chunk = chunks.find((each) => each.fileName === fileName)
          if (!chunk || files.has(fileName)) return
          files.add(fileName)
          for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css)
          for (const imported of chunk.imports) add(imported)
        }
        for (const { fileName, facadeModuleId } of chunks)
          if (/app\/(project-page|signed-in-layout)\.tsx$/.test(facadeModuleId ?? '')) add(fileName)
        const paths = Array.from(files, (file) => `/${file}`).join(' ')
        return html.replace('src="/start.js"', `src="/start.js" data-project-page="${paths}"`)
      },
    },
  }
}

/** What asks a bundler about modules. */
type Modules = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null }

/**
 * Names the chunk of what the first page cannot do without: whatever the entry or the landing page imports, at once or
 * through others. A visitor loads this and no more.
 */
function firstChunk(id: string, modules: Modules): string | null {
  const seen = new Set([id])
  for (const module of seen) {
    if (/app\/(main|landing-page)\.tsx$/.test(module)) return 'first'
    for (const importer of modules.getModuleInfo(module)?.importers ?? []) seen.add(importer)
  }
  return null
}

const common = /node_modules|web\/src\/(ui|data)|domain\/src/

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [contractWithoutSchemas(contract), projectPageFiles(), react(), tailwind()],
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
            { name: firstChunk, debugName: 'first', test: common, priority: 2 },
            { name: 'shared', test: common, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
    // The first versions with light-dark(), which must reach the browser as written.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
  },
})
