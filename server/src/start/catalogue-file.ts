import { access, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { catalogue } from '#domain/models/catalogue.ts'
import { changeCatalogue } from '#domain/models/change-catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { EnvError } from '#server/env.ts'
import {
  catalogueFile,
  catalogueJsonSchema,
  catalogueSchemaName,
  changesIn,
} from '#server/features/models/catalogue-file.ts'
import type { Log } from '#server/operations/log.ts'
import { readOperatorFile } from './operator-file.ts'

/**
 * The catalogue with an operator's file applied: models changed, added, ordered, hidden, priced or retired, by their value.
 * @param path An optional file.
 * @throws EnvError naming what is wrong in it.
 */
export async function readCatalogue(path: string): Promise<readonly Model[]> {
  const given = await readOperatorFile(path, catalogueFile)
  if (given === null) return catalogue
  const changed = changeCatalogue(catalogue, changesIn(given), [sketchModel.name, sketchModel.value])
  if (changed.ok) return changed.value
  const { path: place, message } = changed.error
  throw new EnvError(`${path} is wrong at ${place.join('.')}: ${message}.`)
}

/**
 * Writes the schema beside an operator's file, so that `"$schema": "./models.schema.json"` completes in editors without a server.
 * Without such a file nothing is written. A folder that can't be written is no reason not to start.
 */
export async function writeCatalogueSchema(path: string, log: Pick<Log, 'warn'>): Promise<void> {
  const schemaPath = join(dirname(path), catalogueSchemaName)
  if (!(await exists(path))) return
  try {
    await writeFile(schemaPath, `${JSON.stringify(catalogueJsonSchema(), null, 2)}\n`)
  } catch (error) {
    log.warn({ err: error }, `${schemaPath} could not be written`)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
