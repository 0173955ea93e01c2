/** What the engine is asked for. Types only, so that the server does not load the painter on its main thread. */
import type { MediaName } from './finish/media.ts'

/** What a branch does with its parent: print it better, recolour it, or carry out an instruction on it. */
export type ParentMode = 'enhance' | 'remix' | 'edit'

export type SketchStyle = {
  /** Words of the style, such as 'ukiyo-e woodblock, muted'. They win over the prompt's wherever both speak of a look. */
  readonly words?: string | undefined
  /** Colours as '#rrggbb' (or 'rrggbb'); anything else in the list is ignored. */
  readonly colours?: readonly string[] | undefined
  readonly media?: MediaName | undefined
}

/** `Image` is encoded bytes at the door and decoded pixels inside. */
export type SketchInputOf<Image> = {
  readonly prompt: string
  /** 0 to 2^31 - 1. Decides everything the order number does not. */
  readonly seed: number
  /** 0 to 3: the place among the images of one generation. No two places share layout, palette and medium. */
  readonly orderNum: number
  /** Pixels, 1 and up; the picture has exactly this size. */
  readonly width: number
  readonly height: number
  readonly style?: SketchStyle | undefined
  /** Pictures whose colours and texture are wanted. */
  readonly looks?: readonly Image[] | undefined
  /** Pictures whose forms are wanted: without a parent, the first of them is painted over. */
  readonly contents?: readonly Image[] | undefined
  /** The picture to work from. Its own `prompt` says what it shows; the input's prompt says what to do now. */
  readonly parent?: { readonly image: Image; readonly mode: ParentMode; readonly prompt: string } | undefined
}
