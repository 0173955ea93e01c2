import type { Model } from '../models/model.ts'

/** The advice of a family's makers about prompts for it; each row names their guide. */
type PromptBrief = {
  /** Names of the family, in the name or the provider's own id of a model. */
  readonly family: RegExp
  readonly brief: string
}

const briefs: readonly PromptBrief[] = [
  /** Source: https://docs.bfl.ml/guides/prompting_guide_t2i_fundamentals */
  {
    family: /flux|kontext/i,
    brief:
      'Order: the subject, what it does, the style, then the setting with light and mood; what matters most comes first. Plain sentences, 30 to 80 words. Say what is there, never what is not.',
  },
  /** Source: https://ai.google.dev/gemini-api/docs/image-generation */
  {
    family: /gemini|nano.?banana|imagen/i,
    brief:
      'Tell the scene in whole sentences, as a photographer or painter would describe it: subject, place, light, lens or medium, mood. No lists of keywords.',
  },
  /** Source: https://platform.openai.com/docs/guides/image-generation */
  {
    family: /gpt.?image|chatgpt.?image/i,
    brief:
      'Whole sentences in a fixed order: scene, subject, important details, limits. Words that shall be readable in the picture stand in quotation marks.',
  },
  /** Source: https://docs.ideogram.ai/using-ideogram/prompting-guide */
  {
    family: /ideogram/i,
    brief:
      'One description of the whole picture, the subject first. Words that shall be readable in the picture stand in quotation marks near the beginning, with their typeface and place.',
  },
  /** Source: https://huggingface.co/docs/diffusers/using-diffusers/weighted_prompts */
  {
    family: /stable.?diffusion|sdxl|sd-?1|sd-?turbo|lcm/i,
    brief:
      'Short phrases between commas: subject, medium, style, light, color. At most 40 words; the first ones weigh most.',
  },
]

const plainBrief = 'Plain sentences: subject, what it does, setting, light, style. 20 to 60 words.'

/** The brief for prompts of a model: that of its family, else a plain one. */
export const briefOf = ({ name, apiModel }: Pick<Model, 'name' | 'apiModel'>): string =>
  briefs.find(({ family }) => family.test(name) || family.test(apiModel))?.brief ?? plainBrief
