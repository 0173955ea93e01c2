import type { ToolTask } from '../local-models/local-model.ts'
import type { Model } from '../models/model.ts'
import type { ModelEdits } from './edit-offer.ts'
import { thisMachine, thisMachineName } from './edit-record.ts'
import type { EditOperation } from './operation.ts'

/** The edits that this server makes itself. Seconds are those of a picture of 12 megapixels on two cores. */
const atOnce: ModelEdits = {
  erase: { seconds: 2 },
  extend: { seconds: 3 },
  'remove-background': { seconds: 4 },
  restyle: { seconds: 3 },
  upscale: { seconds: 3 },
  crop: { seconds: 2 },
  adjust: { seconds: 3 },
}

/** A tool that is installed, and the seconds that it takes for a picture. */
export type InstalledTool = { readonly name: string; readonly seconds: number }
/** The tools that are installed on this machine; null where a tool is missing. */
export type InstalledTools = Readonly<Record<ToolTask, InstalledTool | null>>

export const noTools: InstalledTools = { upscale: null, 'cut-out': null, erase: null }

/** The tools that do an operation, better than this machine does it without. */
export const toolOf: Readonly<Partial<Record<EditOperation, ToolTask>>> = {
  erase: 'erase',
  'remove-background': 'cut-out',
  upscale: 'upscale',
}

/** The edits of this machine with what is installed on it. */
export const editsOfThisMachine = (tools: InstalledTools): ModelEdits => ({
  ...atOnce,
  ...(tools.erase && { erase: { seconds: tools.erase.seconds } }),
  ...(tools['cut-out'] && { 'remove-background': { seconds: tools['cut-out'].seconds } }),
  ...(tools.upscale && { upscale: { seconds: tools.upscale.seconds } }),
})

/**
 * The model that stands for this server where it makes an edit itself. It is found by its name and offered with the operations, and hidden in the
 * picker: it makes no picture from words.
 */
export const thisMachineModel: Model = {
  name: thisMachineName,
  value: thisMachine,
  provider: thisMachine,
  isBuiltIn: true,
  isHidden: true,
  sourceType: 'algorithmicMedia',
  badge: 'Free',
  description: 'Made on this machine without a model of a provider: nothing is sent anywhere, and nothing is charged.',
  stats: { seconds: 1, priceHundredths: 0, images: 1 },
  features: [],
  does: ['edit', 'mask', 'transparent'],
  capabilities: {
    supportsStyles: true,
    supportsImagePrompts: false,
    supportsCustomRatios: true,
    supportsEditing: true,
    supportsRaw: false,
  },
  resolutions: ['1K', '2K', '4K'],
  mostImagePrompts: 0,
  apiModel: thisMachine,
  edits: editsOfThisMachine(noTools),
}
