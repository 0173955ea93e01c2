import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { programName } from './unpack-program.ts'

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * Finds an sd-server that the machine has already.
 * @param setting Of ENGINE_URLS: the path of one, or none; undefined: the first one in the folders of `searched` counts.
 * @returns null where there is none.
 */
export async function findOwnProgram(setting: readonly string[] | undefined, searched: string): Promise<string | null> {
  const inPath = () =>
    searched
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, programName))
  const candidates = setting ?? inPath()
  for (const path of candidates) if (await isProgram(path)) return path
  return null
}
