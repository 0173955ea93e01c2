/** The form of a model. */
export type ModelForm = {
  /** `original`: U-Net and text encoder in one file, as CompVis named their weights. `diffusers`: a file each. */
  readonly names: 'original' | 'diffusers'
  readonly channels: number
  /** Times `channels`, from the largest level to the smallest. */
  readonly levels: readonly number[]
  readonly blocksPerLevel: number
  /** The levels that read the text. */
  readonly attending: readonly number[]
  readonly middle: 'whole' | 'none'
  /** Whether the U-Net takes the guidance, as those distilled by LCM do. */
  readonly guidance: 'input' | 'none'
  /** `open-clip`: as in checkpoints of one file of Stable Diffusion 2. */
  readonly textNames: 'clip' | 'open-clip'
  readonly textWidth: number
  readonly textLayers: number
  /** Number of tokens that the text encoder knows. */
  readonly vocabulary: number
  /** `small`: TAESD, of this width. `full`: Stable Diffusion's own, whose largest planes are this wide. */
  readonly autoencoder: 'small' | 'full'
  readonly autoencoderWidth: number
  readonly type: 'F16' | 'F32'
  /** `zeros` are holes in the file: a model of gigabytes takes no room on the disk. */
  readonly weights: 'made-up' | 'zeros'
}
