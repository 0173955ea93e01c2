import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readWorkflow, type Workflow } from './workflow.ts'

/** A workflow with its file's name: 'poster.json'. */
export type NamedWorkflow = Workflow & { readonly file: string }

async function readOne(folder: string, file: string): Promise<Workflow | string> {
  try {
    return readWorkflow(JSON.parse(await readFile(join(folder, file), 'utf8')))
  } catch {
    return 'it can not be read as JSON'
  }
}

/**
 * Reads the workflows of a folder, by name; a missing folder has none. @param warn Called for every unusable file with the
 * reason.
 */
export async function readWorkflows(folder: string, warn: (message: string) => void): Promise<NamedWorkflow[]> {
  const names = await readdir(folder).catch(() => [])
  const read = await Promise.all(
    names
      .filter((name) => name.toLowerCase().endsWith('.json'))
      .toSorted()
      .map(async (file) => ({ file, workflow: await readOne(folder, file) })),
  )
  return read.flatMap(({ file, workflow }) => {
    if (typeof workflow !== 'string') return [{ ...workflow, file }]
    warn(`The workflow ${join(folder, file)} is left out: ${workflow}.`)
    return []
  })
}
