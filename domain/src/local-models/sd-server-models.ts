import type { LocalModelFile, SdServerModel } from './local-model.ts'

const apache = (link: string) => ({ name: 'Apache-2.0', link, mustBeAccepted: false })
const qwen = (revision: string, repository: string, rest: Pick<LocalModelFile, 'path' | 'bytes' | 'sha256'>) =>
  ({ role: 'language-model', host: 'hugging-face', repository: `unsloth/${repository}`, revision, ...rest }) as const

/**
 * Modern models that stable-diffusion.cpp's server runs. Their hashes stand in public manifests, in two or more but for that of
 * Z-Image-Turbo's own file. `referenceSeconds` are estimates: a graphics card takes seconds, and none was at hand.
 */
export const sdServerModels: readonly SdServerModel[] = [
  {
    kind: 'model',
    id: 'flux-2-klein-4b',
    name: 'FLUX.2 klein 4B',
    description:
      'Today’s quality, readable lettering, and edits by words with up to four pictures; made for a graphics card.',
    does: 'words-to-image',
    engine: 'sd-server',
    files: [
      {
        role: 'diffusion-model',
        host: 'hugging-face',
        repository: 'leejet/FLUX.2-klein-4B-GGUF',
        revision: '3b1f5a9dc3abb32238b053aeb3d823c30afdacbd',
        path: 'flux-2-klein-4b-Q4_0.gguf',
        bytes: 2_460_378_560,
        sha256: 'd1023499ef3f2f82ff7c50e6778495195c1b6cc34835741778868428111f9ff4',
      },
      qwen('22c9fc8a8c7700b76a1789366280a6a5a1ad1120', 'Qwen3-4B-GGUF', {
        path: 'Qwen3-4B-Q4_K_M.gguf',
        bytes: 2_497_281_312,
        sha256: 'f6f851777709861056efcdad3af01da38b31223a3ba26e61a4f8bf3a2195813a',
      }),
      {
        role: 'decoder',
        host: 'hugging-face',
        repository: 'black-forest-labs/FLUX.2-small-decoder',
        revision: 'main',
        path: 'full_encoder_small_decoder.safetensors',
        bytes: 249_519_092,
        sha256: 'ea4273f02d1fafbf8e1d1c2cf6018ed8748652eb0bf34f2dd91171f16f15ab62',
      },
    ],
    licence: apache('https://huggingface.co/black-forest-labs/FLUX.2-klein-4B'),
    leastMemoryBytes: 8_000_000_000,
    frameSide: 1_024,
    steps: 4,
    mostSteps: 8,
    mostPictures: 4,
    referenceSeconds: 2_160,
  },
  {
    kind: 'model',
    id: 'z-image-turbo',
    name: 'Z-Image-Turbo',
    description:
      'Photographs and lettering in English and Chinese, in eight steps; made for a graphics card, reads no pictures.',
    does: 'words-to-image',
    engine: 'sd-server',
    files: [
      {
        role: 'diffusion-model',
        host: 'hugging-face',
        repository: 'leejet/Z-Image-Turbo-GGUF',
        revision: 'c61c0e422dc8b541b7548cf33a4ef8302b0f8085',
        path: 'z_image_turbo-Q4_0.gguf',
        bytes: 3_683_370_944,
        sha256: '2bc57986874c84f7ec6d02d9d7070a53b0029954a0e38a6e1342eb91095572f5',
      },
      qwen('a06e946bb6b655725eafa393f4a9745d460374c9', 'Qwen3-4B-Instruct-2507-GGUF', {
        path: 'Qwen3-4B-Instruct-2507-Q4_K_M.gguf',
        bytes: 2_497_281_120,
        sha256: '3605803b982cb64aead44f6c1b2ae36e3acdb41d8e46c8a94c6533bc4c67e597',
      }),
      {
        role: 'decoder',
        host: 'hugging-face',
        repository: 'Comfy-Org/z_image_turbo',
        revision: '08d04455279082882deaabc8d0d09fc914c071e1',
        path: 'split_files/vae/ae.safetensors',
        bytes: 335_304_388,
        sha256: 'afc8e28272cd15db3919bacdb6918ce9c1ed22e96cb12c4d5ed0fba823529e38',
      },
    ],
    licence: apache('https://huggingface.co/Tongyi-MAI/Z-Image-Turbo'),
    leastMemoryBytes: 9_500_000_000,
    frameSide: 1_024,
    steps: 8,
    mostSteps: 16,
    mostPictures: 0,
    referenceSeconds: 4_800,
  },
]
