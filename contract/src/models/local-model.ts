import { z } from 'zod'
import { toolTasks } from '#domain/local-models/local-model.ts'
import { time } from '../text.ts'

/** The id of a local model: 'sd-turbo'. */
export const localModelId = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(60)

const progress = { doneBytes: z.int().min(0), totalBytes: z.int().min(1) }

/** The state of a model on this server's machine. */
export const localModelState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('available') }),
  /** In work, or waiting for another one; `reason` says what it waits for. */
  z.strictObject({
    kind: z.literal('downloading'),
    ...progress,
    bytesPerSecond: z.int().min(0).nullable(),
    reason: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('paused'), ...progress }),
  z.strictObject({ kind: z.literal('failed'), ...progress, reason: z.string() }),
  z.strictObject({ kind: z.literal('checking'), ...progress }),
  z.strictObject({ kind: z.literal('installed') }),
  /** A check found a file damaged or missing. */
  z.strictObject({ kind: z.literal('damaged'), reason: z.string() }),
])
export type LocalModelState = z.infer<typeof localModelState>

export const localModelShape = z.strictObject({
  id: localModelId,
  name: z.string(),
  description: z.string(),
  /** The whole download, in bytes. */
  bytes: z.int(),
  licence: z.strictObject({
    name: z.string(),
    link: z.url(),
    mustBeAccepted: z.boolean(),
    acceptedAt: time.nullable(),
  }),
  does: z.enum(['words-to-image', ...toolTasks]),
  /** For models that make pictures of words; null for tools. */
  painting: z.strictObject({ frameSide: z.int(), steps: z.int(), readsPictures: z.boolean() }).nullable(),
  /** Expected seconds of a picture (for tools one of 1024 × 1024) on this server's machine, roughly; null where it was not measured. */
  seconds: z.number().nullable(),
  /** Why it can't be installed on this machine, as a sentence; details may stand on a second line. Null where it can, and for people who may not. */
  hindrance: z.string().nullable(),
  /** The files with the hash that their content has, where it is known. */
  files: z.array(
    z.strictObject({
      source: z.url(),
      sha256: z.string().nullable(),
      /** `stated`: the host's own statement was trusted at the first download. */
      trust: z.enum(['pinned', 'stated']),
    }),
  ),
  state: localModelState,
})
export type LocalModelShape = z.infer<typeof localModelShape>

/** The models that can be installed on the server's machine, and the machine. */
export const localModelsShape = z.strictObject({
  items: z.array(localModelShape),
  /** `operator`: may install. `other`: sees the list. `off`: the operator's settings forbid it. */
  access: z.enum(['operator', 'other', 'off']),
  /** Whether this release has an engine that runs installed models. */
  hasEngine: z.boolean(),
  /** null for people who don't run the server. */
  machine: z
    .strictObject({
      cores: z.int(),
      totalMemoryBytes: z.int(),
      freeMemoryBytes: z.int(),
      freeDiskBytes: z.int(),
      /** The size of installed models and unfinished downloads. */
      modelBytes: z.int(),
    })
    .nullable(),
})
export type LocalModelsShape = z.infer<typeof localModelsShape>

export const installLocalModelBody = z.strictObject({
  model: localModelId,
  /** Needed once for a license that must be accepted. */
  acceptsLicence: z.boolean().optional(),
})
export const removeLocalModelInput = z.strictObject({
  model: localModelId,
  /** `yes`: also while queued images need it; they fail with a message. */
  evenIfNeeded: z.enum(['yes']).optional(),
})
export const removedLocalModel = z.strictObject({ model: localModelId, freedBytes: z.int().min(0) })
