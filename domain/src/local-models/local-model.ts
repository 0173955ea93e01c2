/** What a file is to the engine that reads it. */
export const fileRoles = ['unet', 'text-encoder', 'autoencoder', 'merges'] as const
export type FileRole = (typeof fileRoles)[number]

/** `onnx`: ONNX Runtime in a child process of the server. `sd-server`: stable-diffusion.cpp's server. */
export const localEngines = ['onnx', 'sd-server'] as const
export type LocalEngineName = (typeof localEngines)[number]

/** One file of a model in a public repository of Hugging Face. */
export type LocalModelFile = {
  readonly role: FileRole
  /** owner/name */
  readonly repository: string
  /** A commit of 40 hexadecimal digits; `main` where none was found: the host then says which commit it gives. */
  readonly revision: string
  readonly path: string
  /** Exact where `sha256` is known; otherwise as published, in round numbers. */
  readonly bytes: number
  /** null: the host's own statement is trusted at the first download, and recorded with it. */
  readonly sha256: string | null
}

export type LocalModelLicence = {
  readonly name: string
  readonly link: string
  /** Whether a person must accept it before the download: licences that are not plain open-source ones. */
  readonly mustBeAccepted: boolean
}

/** A model that can be installed on the server's machine. */
export type LocalModel = {
  /** In addresses and in the database; never used for another model. */
  readonly id: string
  readonly name: string
  /** One honest sentence: what it is good for, and what not. */
  readonly description: string
  readonly does: 'words-to-image'
  readonly engine: LocalEngineName
  readonly files: readonly LocalModelFile[]
  readonly licence: LocalModelLicence
  /** Memory that must be free when it paints. */
  readonly leastMemoryBytes: number
  /** The side of the square that it was trained for, in pixels; other frames have about as many. */
  readonly frameSide: number
  readonly steps: number
  /** What the model was distilled for; its guidance counts only where the net takes it as an input (LCM). */
  readonly sampler: 'euler-ancestral' | 'lcm'
  readonly guidance: number
  /** Seconds of one picture at `frameSide` on the machine of the measurements: two x86-64 cores with AVX-512. */
  readonly referenceSeconds: number
}

/** Where a file lies: at Hugging Face, or at a mirror with the same paths. */
export function fileAddress({ repository, revision, path }: LocalModelFile, origin = modelHost): string {
  return `${origin.replace(/\/$/, '')}/${repository}/resolve/${revision}/${path}`
}

/** The host of every file in the catalogue. It redirects to hosts of its own for the content. */
export const modelHost = 'https://huggingface.co'

/** The size of the whole download. */
export const downloadBytes = (model: LocalModel): number => model.files.reduce((sum, { bytes }) => sum + bytes, 0)
