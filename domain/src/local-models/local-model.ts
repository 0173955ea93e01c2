/** The role of a file for the engine that reads it. */
export const fileRoles = [
  'unet',
  'text-encoder',
  'autoencoder',
  'merges',
  'net',
  'second-net',
  'diffusion-model',
  'language-model',
  'decoder',
  'program',
] as const
export type FileRole = (typeof fileRoles)[number]

/** `onnx`: ONNX Runtime in a child process of the server. `sd-server`: stable-diffusion.cpp's server. */
export const localEngines = ['onnx', 'sd-server'] as const
export type LocalEngineName = (typeof localEngines)[number]

/** The hosts of the catalogue's files. They redirect to hosts of their own for the content. */
export const fileHostNames = ['hugging-face', 'github'] as const
export type FileHost = (typeof fileHostNames)[number]
const fileHosts = {
  'hugging-face': 'https://huggingface.co',
  github: 'https://github.com',
} as const satisfies Record<FileHost, string>

/** One file of a model in a public repository. */
export type LocalModelFile = {
  readonly role: FileRole
  readonly host: FileHost
  /** owner/name */
  readonly repository: string
  /**
   * At Hugging Face a commit of 40 hexadecimal digits; `main` where none was found: the host then says which commit it gives. At
   * GitHub the tag of a release.
   */
  readonly revision: string
  readonly path: string
  /** Exact where `sha256` is known; otherwise as published, in round numbers. */
  readonly bytes: number
  /** null: the host's own statement is trusted at the first download, and recorded with it. */
  readonly sha256: string | null
}

export type LocalModelLicense = {
  readonly name: string
  readonly link: string
  /** Whether a person must accept it before the download: licenses that are not plain open-source ones. */
  readonly mustBeAccepted: boolean
}

type Installable = {
  /** In addresses and in the database; never used for another model. */
  readonly id: string
  readonly name: string
  /** One honest sentence: what it is good for, and what not. */
  readonly description: string
  readonly files: readonly LocalModelFile[]
  readonly licence: LocalModelLicense
  /** Memory that must be free when it works. */
  readonly leastMemoryBytes: number
  /** Seconds of one picture on the machine of the measurements: two x86-64 cores with AVX-512. */
  readonly referenceSeconds: number
}

/** A model that makes pictures of words. `referenceSeconds` are those of a picture at `frameSide`. */
type Painting = Installable & {
  readonly kind: 'model'
  readonly does: 'words-to-image'
  /** The side of the square that it was trained for, in pixels; other frames have about as many. */
  readonly frameSide: number
  readonly steps: number
  /** The most steps that still make its pictures better; absent where it was distilled to just as many as it takes. */
  readonly mostSteps?: number
}

/** A model of Stable Diffusion's kind, which ONNX Runtime runs. */
export type OnnxModel = Painting & {
  readonly engine: 'onnx'
  /** The guidance that the model was distilled for; its guidance counts only where the net takes it as an input (LCM). */
  readonly sampler: 'euler-ancestral' | 'lcm'
  readonly guidance: number
}

/** A modern model, which stable-diffusion.cpp's server runs. `referenceSeconds` are those without a graphics card. */
export type SdServerModel = Painting & {
  readonly engine: 'sd-server'
  /** Number of pictures one request may carry: their content is read, and changed as the words say. 0: it reads none. */
  readonly mostPictures: number
}

export type PaintingModel = OnnxModel | SdServerModel

/**
 * The tasks of tools: enlarge and clean it, part what it shows from the background, or fill a hole with what surrounds
 * it.
 */
export const toolTasks = ['upscale', 'cut-out', 'erase'] as const
export type ToolTask = (typeof toolTasks)[number]

/** The engine's way to read a tool's net: `engine/src/task.ts`. */
export const toolNets = ['srvgg', 'is-net', 'birefnet', 'mi-gan', 'lama'] as const
export type ToolNet = (typeof toolNets)[number]

/** A net that changes pictures. `referenceSeconds` are those of a picture of 1024 × 1024. */
export type LocalTool = Installable & {
  readonly kind: 'tool'
  readonly does: ToolTask
  readonly engine: 'onnx'
  readonly net: ToolNet
}

/** A model or a tool that can be installed on the server's machine. */
export type LocalModel = PaintingModel | LocalTool

/** Where a file lies: at its host, or at a mirror with the same paths. */
export function fileAddress({ host, repository, revision, path }: LocalModelFile, mirror?: string): string {
  const origin = (mirror ?? fileHosts[host]).replace(/\/$/, '')
  const middle = host === 'github' ? `releases/download/${revision}` : `resolve/${revision}`
  return `${origin}/${repository}/${middle}/${path}`
}

/** The size of the whole download. */
export const downloadBytes = (model: LocalModel): number => model.files.reduce((sum, { bytes }) => sum + bytes, 0)
