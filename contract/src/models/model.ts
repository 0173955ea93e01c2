import { z } from 'zod'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { modelAbilities } from '#domain/models/model.ts'
import { providerNames } from '#domain/models/providers.ts'
import { modelEditShape } from '../cards/edit.ts'
import { hundredths, time } from '../text.ts'
import { modelControlsShape } from './controls.ts'

/** One entry of the model picker, available or not. */
export const modelShape = z.strictObject({
  name: z.string(),
  value: z.string(),
  provider: z.enum(providerNames),
  /** Whether it is the built-in painter: no AI model, always available, no key. */
  isBuiltIn: z.boolean(),
  badge: z.string(),
  description: z.string(),
  /** Seconds per picture, the list price, and the pictures per call of the provider. */
  stats: z.strictObject({ speed: z.number(), credits: hundredths, images: z.int() }),
  /** The price of an image on this server, by size; 0 where credits are off. */
  prices: z.strictObject({ '1K': hundredths, '2K': hundredths, '4K': hundredths }),
  features: z.array(z.string()),
  /** Its abilities: makes pictures from words alone, changes one by words, keeps to a mask, leaves the background transparent. */
  does: z.array(z.enum(modelAbilities)),
  capabilities: z.strictObject({
    supportsStyles: z.boolean(),
    supportsImagePrompts: z.boolean(),
    supportsCustomRatios: z.boolean(),
    supportsEditing: z.boolean(),
    supportsRaw: z.boolean(),
  }),
  /** The operations that it can make, each with its price. */
  edits: z.array(modelEditShape),
  mostImagePrompts: z.int(),
  aspectRatios: z.array(z.enum(aspectRatios)),
  resolutions: z.array(z.enum(resolutions)),
  /** Absent where it has none. */
  controls: modelControlsShape.exactOptional(),
  apiModel: z.string(),
  isDefault: z.boolean(),
  /** The added provider of which it is, by its id and display name; null for one that was not added in the app. */
  connection: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Whether the user wants it in their picker. */
  isShown: z.boolean(),
  isFavourite: z.boolean(),
  /** When the user's last card with it was made; null where it is none of their last cards'. */
  usedAt: time.nullable(),
  /** The user's newest image of it, to be shown beside its name; null where none of their last cards has one. */
  sampleImageId: z.uuid().nullable(),
  /** The time that people waited for a picture on this server of late: the median in seconds; null with too few pictures. */
  usualSeconds: z.number().nullable(),
  /** Whether the user's own key is used: then it costs no credits. */
  ownKey: z.boolean(),
  isAvailable: z.boolean(),
  /** The way to make it available, as a sentence; null when it is. */
  missing: z.string().nullable(),
  /** Of a retired model the value of the one to use in its place. */
  successor: z.string().nullable(),
  /** A warning before choosing it, as a sentence: its provider is unreachable at the moment. */
  notice: z.string().nullable(),
})
export type ModelShape = z.infer<typeof modelShape>

/** The limits of a model. */
export const modelLimitsShape = modelShape.pick({
  prices: true,
  capabilities: true,
  mostImagePrompts: true,
  aspectRatios: true,
  resolutions: true,
  controls: true,
})
export type ModelLimitsShape = z.infer<typeof modelLimitsShape>
