import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of the data folder that an operator writes: settings, like those of the environment. */
const operatorFiles = ['models.json', 'plans.json']

/**
 * Names the operator's own files, which are neither copied nor moved: another machine may need other prices and plans.
 * @returns One line for each file that exists.
 */
export async function operatorFilesNote(dataDir: string): Promise<readonly string[]> {
  const paths = operatorFiles.map((name) => join(dataDir, name))
  const exist = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return paths
    .filter((_, index) => exist[index])
    .map((path) => `${path} is a setting and not among them: copy it by hand where it is to hold.`)
}
