import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

type View = { readonly script: string; readonly notices: string }

const noticesFile = 'agent-view-notices.md'

/** The script as one text, since the view is shown where no other file can be loaded, and the notices of its libraries. */
async function buildView(root: string): Promise<View> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      license: { fileName: noticesFile },
      rolldownOptions: {
        input: join(root, 'src/agent-view/main.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('A build answers what it made.')
  const notices = output.output.find(({ fileName }) => fileName === noticesFile)
  if (notices?.type !== 'asset') throw new Error('The build of the view wrote no notices.')
  return { script: output.output[0].code, notices: String(notices.source) }
}

/** A script that holds the end of a script would end itself. */
const inScript = (code: string) => code.replaceAll('</script', '<\\/script')

/** Writes the view of a card for the clients of agents: one document that holds all of it (MCP Apps). */
export const writeAgentView = (root: string): Plugin => ({
  name: 'agent-view',
  apply: 'build',
  async closeBundle() {
    const style = await readFile(join(root, 'src/agent-view/card-view.css'), 'utf8')
    const view = await buildView(root)
    const script = inScript(view.script)
    const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Espalier</title><style>${style}</style></head><body><script>${script}</script></body></html>\n`
    await writeFile(join(root, 'dist/agent-view.html'), document)
    await writeFile(join(root, 'dist', noticesFile), view.notices)
  },
})
