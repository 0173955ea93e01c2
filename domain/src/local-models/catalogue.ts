import type { LocalModel, LocalModelFile, OnnxModel } from './local-model.ts'
import { sdServerModels } from './sd-server-models.ts'
import { localTools } from './tools.ts'

/**
 * The list of merges of CLIP's tokenizer, which every model of Stable Diffusion shares. Its bytes and its hash are the
 * same in more than ten public manifests, for repositories of Stable Diffusion 1.5, 2.1, XL and of CLIP itself.
 */
const clipMerges: LocalModelFile = {
  role: 'merges',
  host: 'hugging-face',
  repository: 'stabilityai/stable-diffusion-xl-base-1.0',
  revision: '462165984030d82259a11f4367a4eed129e94a7b',
  path: 'tokenizer/merges.txt',
  bytes: 524_619,
  sha256: '9fd691f7c8039210e0fced15865466c65820d09b63988b0174bfe25de299051a',
}

/** TAESD, the small encoder and decoder of Stable Diffusion 1 and 2 (MIT); more than five public manifests agree. */
const taesd: LocalModelFile = {
  role: 'autoencoder',
  host: 'hugging-face',
  repository: 'madebyollin/taesd',
  revision: '614f76814bbe30edbe2e627ace1c2234c81a2c0e',
  path: 'diffusion_pytorch_model.safetensors',
  bytes: 9_793_292,
  sha256: 'db169d69145ec4ff064e49d99c95fa05d3eb04ee453de35824a6d0f325513549',
}

const lcmDreamshaper: OnnxModel = {
  id: 'lcm-dreamshaper-v7',
  name: 'LCM Dreamshaper v7',
  description: 'The richest pictures of the three, in four steps; a large download, and four times as slow.',
  kind: 'model',
  does: 'words-to-image',
  engine: 'onnx',
  files: [
    {
      role: 'unet',
      host: 'hugging-face',
      repository: 'SimianLuo/LCM_Dreamshaper_v7',
      revision: 'a85df6a8bd976cdd08b4fd8f3b73f229c9e54df5',
      path: 'unet/diffusion_pytorch_model.safetensors',
      bytes: 3_440_000_000,
      sha256: null,
    },
    {
      role: 'text-encoder',
      host: 'hugging-face',
      repository: 'SimianLuo/LCM_Dreamshaper_v7',
      revision: 'a85df6a8bd976cdd08b4fd8f3b73f229c9e54df5',
      path: 'text_encoder/model.safetensors',
      bytes: 492_000_000,
      sha256: null,
    },
    taesd,
    clipMerges,
  ],
  licence: { name: 'MIT', link: 'https://huggingface.co/SimianLuo/LCM_Dreamshaper_v7', mustBeAccepted: false },
  leastMemoryBytes: 10_000_000_000,
  frameSide: 512,
  steps: 4,
  mostSteps: 8,
  sampler: 'lcm',
  guidance: 8,
  referenceSeconds: 15.4,
}

/** Stable Diffusion's own autoencoder, as it is beside the nets of LCM Dreamshaper. */
const fullAutoencoder: LocalModelFile = {
  role: 'autoencoder',
  host: 'hugging-face',
  repository: 'SimianLuo/LCM_Dreamshaper_v7',
  revision: 'a85df6a8bd976cdd08b4fd8f3b73f229c9e54df5',
  path: 'vae/diffusion_pytorch_model.safetensors',
  bytes: 335_000_000,
  sha256: null,
}

/** Models of Stable Diffusion's kind. */
const onnxModels: readonly OnnxModel[] = [
  {
    id: 'sdxs-512-dreamshaper',
    name: 'SDXS-512 DreamShaper',
    description: 'Fast sketches of an idea in one step; weak at hands, lettering and long prompts.',
    kind: 'model',
    does: 'words-to-image',
    engine: 'onnx',
    files: [
      {
        role: 'unet',
        host: 'hugging-face',
        repository: 'IDKiro/sdxs-512-dreamshaper',
        revision: 'main',
        path: 'unet/diffusion_pytorch_model.safetensors',
        bytes: 1_260_000_000,
        sha256: 'a9cb7932239b22d318f20d80c0062be5f06c9e96b620d3719db49b31f23927cf',
      },
      {
        role: 'text-encoder',
        host: 'hugging-face',
        repository: 'IDKiro/sdxs-512-dreamshaper',
        revision: 'main',
        path: 'text_encoder/model.safetensors',
        bytes: 492_000_000,
        sha256: null,
      },
      {
        role: 'autoencoder',
        host: 'hugging-face',
        repository: 'IDKiro/sdxs-512-dreamshaper',
        revision: 'main',
        path: 'vae/diffusion_pytorch_model.safetensors',
        bytes: 9_800_000,
        sha256: null,
      },
      clipMerges,
    ],
    licence: {
      name: 'OpenRAIL++',
      link: 'https://huggingface.co/IDKiro/sdxs-512-dreamshaper',
      mustBeAccepted: true,
    },
    leastMemoryBytes: 4_000_000_000,
    frameSide: 512,
    steps: 1,
    sampler: 'euler-ancestral',
    guidance: 1,
    referenceSeconds: 2.1,
  },
  {
    id: 'sd-turbo',
    name: 'SD-Turbo',
    description: 'Clearer pictures than SDXS from one to four steps; made for 512 pixels, weak at lettering.',
    kind: 'model',
    does: 'words-to-image',
    engine: 'onnx',
    files: [
      {
        role: 'unet',
        host: 'hugging-face',
        repository: 'stabilityai/sd-turbo',
        revision: 'b261bac6fd2cf515557d5d0707481eafa0485ec2',
        path: 'unet/diffusion_pytorch_model.fp16.safetensors',
        bytes: 1_730_000_000,
        sha256: null,
      },
      {
        role: 'text-encoder',
        host: 'hugging-face',
        repository: 'stabilityai/sd-turbo',
        revision: 'b261bac6fd2cf515557d5d0707481eafa0485ec2',
        path: 'text_encoder/model.fp16.safetensors',
        bytes: 680_000_000,
        sha256: null,
      },
      taesd,
      clipMerges,
    ],
    licence: {
      name: 'Stability AI Community License',
      link: 'https://huggingface.co/stabilityai/sd-turbo/blob/main/LICENSE.md',
      mustBeAccepted: true,
    },
    leastMemoryBytes: 10_000_000_000,
    frameSide: 512,
    steps: 1,
    mostSteps: 4,
    sampler: 'euler-ancestral',
    guidance: 1,
    referenceSeconds: 4.3,
  },
  lcmDreamshaper,
  {
    ...lcmDreamshaper,
    id: 'lcm-dreamshaper-v7-full',
    name: 'LCM Dreamshaper v7, full decoder',
    description: 'The same with the decoder that it was trained with: finer texture, and three times as slow.',
    files: lcmDreamshaper.files.map((file) => (file.role === 'autoencoder' ? fullAutoencoder : file)),
    referenceSeconds: 45.5,
  },
]

/** All models and tools that the installer knows; what is offered also depends on the engines that a server has. */
export const localModels: readonly LocalModel[] = [...onnxModels, ...sdServerModels, ...localTools]

/** The model with this id; undefined where there is none. */
export const findLocalModel = (id: string, models: readonly LocalModel[] = localModels): LocalModel | undefined =>
  models.find((model) => model.id === id)
