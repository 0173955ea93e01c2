import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { localModels } from '#domain/local-models/catalogue.ts'
import { fileHostNames, fileRoles, type LocalModel, toolNets, toolTasks } from '#domain/local-models/local-model.ts'

const file = z.strictObject({
  role: z.enum(fileRoles),
  host: z.enum(fileHostNames),
  repository: z.string(),
  revision: z.string(),
  path: z.string(),
  bytes: z.int().min(1),
  sha256: z.string().nullable(),
})
const installable = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  files: z.array(file),
  licence: z.strictObject({ name: z.string(), link: z.url(), mustBeAccepted: z.boolean() }),
  leastMemoryBytes: z.int().min(0),
  referenceSeconds: z.number(),
}
const painting = {
  ...installable,
  kind: z.literal('model'),
  does: z.literal('words-to-image'),
  frameSide: z.int(),
  steps: z.int(),
  mostSteps: z.int().exactOptional(),
}
const model = z.discriminatedUnion('kind', [
  z.discriminatedUnion('engine', [
    z.strictObject({
      ...painting,
      engine: z.literal('onnx'),
      sampler: z.enum(['euler-ancestral', 'lcm']),
      guidance: z.number(),
    }),
    z.strictObject({ ...painting, engine: z.literal('sd-server'), mostPictures: z.int().min(0) }),
  ]),
  z.strictObject({
    ...installable,
    kind: z.literal('tool'),
    does: z.enum(toolTasks),
    engine: z.literal('onnx'),
    net: z.enum(toolNets),
  }),
]) satisfies z.ZodType<LocalModel>

/** The models that can be installed: the catalogue of this release, or in drills that of a file with smaller ones. */
export async function readLocalCatalogue(path: string | undefined): Promise<readonly LocalModel[]> {
  if (path === undefined) return localModels
  return z.array(model).parse(JSON.parse(await readFile(path, 'utf8')))
}
