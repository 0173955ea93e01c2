/** The input of the engine. Types only, so that the server does not load the painter on its main thread. */
import type { MediaName } from './finish/media.ts'

/** How a branch uses its parent: print it better, recolor it, or apply an instruction to it. */
export type ParentMode = 'enhance' | 'remix' | 'edit'

export type SketchStyle = {
  /** The words of the style, such as 'ukiyo-e woodblock, muted'. They take precedence over the prompt's. */
  readonly words?: string | undefined
  /** Colors as '#rrggbb' (or 'rrggbb'); invalid entries are ignored. */
  readonly colors?: readonly string[] | undefined
  readonly media?: MediaName | undefined
}

/** `Image` is encoded bytes outside of the engine and decoded pixels inside. */
export type SketchInputOf<Image> = {
  readonly prompt: string
  /** 0 to 2^31 - 1. Determines everything the order number does not. */
  readonly seed: number
  /** 0 to 3: the place among the images of one generation. No two places share layout, palette and medium. */
  readonly orderNum: number
  /** Pixels, 1 and up; the picture has exactly this size. */
  readonly width: number
  readonly height: number
  readonly style?: SketchStyle | undefined
  /** Pictures used for their colors and texture. */
  readonly looks?: readonly Image[] | undefined
  /** Pictures used for their content: without a parent, the first of them is painted over. */
  readonly contents?: readonly Image[] | undefined
  /** The parent picture. Its own `prompt` describes it; the input's prompt is the instruction. */
  readonly parent?: { readonly image: Image; readonly mode: ParentMode; readonly prompt: string } | undefined
}
