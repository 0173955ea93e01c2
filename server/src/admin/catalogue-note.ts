import { access } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Mentions `models.json`, which is neither copied nor moved: it is a setting, like those of the environment, and another place
 * may need other prices. @returns A line where there is such a file.
 */
export async function catalogueNote(dataDir: string): Promise<readonly string[]> {
  const path = join(dataDir, 'models.json')
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere ? [`${path} is a setting and not among them: copy it by hand where it is to hold.`] : []
}
