import type { LocalModelFile, LocalTool } from './local-model.ts'

/** Real-ESRGAN's release of its small general net (BSD-3-Clause). */
const realEsrgan = {
  host: 'github',
  repository: 'xinntao/Real-ESRGAN',
  revision: 'v0.2.5.0',
} as const satisfies Partial<LocalModelFile>

/**
 * Tools that can be installed, the first of each task being the one to offer. Hashes that are pinned stand in two public manifests or
 * more. `referenceSeconds` were measured for the upscaler and for IS-Net's shape; those of the others are estimates.
 */
export const localTools: readonly LocalTool[] = [
  {
    kind: 'tool',
    id: 'real-esrgan-general',
    name: 'Real-ESRGAN general x4v3',
    description:
      'Enlarges pictures two or four times and takes noise and JPEG blocks away; fine texture becomes smoother.',
    does: 'upscale',
    engine: 'onnx',
    net: 'srvgg',
    files: [
      {
        ...realEsrgan,
        role: 'net',
        path: 'realesr-general-x4v3.pth',
        bytes: 4_900_000,
        sha256: '8dc7edb9ac80ccdc30c3a5dca6616509367f05fbc184ad95b731f05bece96292',
      },
      {
        ...realEsrgan,
        role: 'second-net',
        path: 'realesr-general-wdn-x4v3.pth',
        bytes: 4_900_000,
        sha256: '1641f8c4464b9f097c9fdda5589273713f67cf59f3d909e0bd688f0cee269dca',
      },
    ],
    licence: {
      name: 'BSD-3-Clause',
      link: 'https://github.com/xinntao/Real-ESRGAN/blob/master/LICENSE',
      mustBeAccepted: false,
    },
    leastMemoryBytes: 1_500_000_000,
    referenceSeconds: 15,
  },
  {
    kind: 'tool',
    id: 'mi-gan',
    name: 'MI-GAN',
    description: 'Erases small things from a picture within seconds; large holes become blurred.',
    does: 'erase',
    engine: 'onnx',
    net: 'mi-gan',
    files: [
      {
        role: 'net',
        host: 'hugging-face',
        repository: 'andraniksargsyan/migan',
        revision: '406830d0fa60666da0071c342ad2fbc8f30c5c64',
        path: 'migan_pipeline_v2.onnx',
        bytes: 28_079_181,
        sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
      },
    ],
    licence: {
      name: 'MIT',
      link: 'https://github.com/Picsart-AI-Research/MI-GAN/blob/main/LICENSE',
      mustBeAccepted: false,
    },
    leastMemoryBytes: 1_000_000_000,
    referenceSeconds: 1.5,
  },
  {
    kind: 'tool',
    id: 'is-net-general',
    name: 'IS-Net general use',
    description: 'Cuts out what a picture shows, with hair and fur; dark parts before a dark background may be lost.',
    does: 'cut-out',
    engine: 'onnx',
    net: 'is-net',
    files: [
      {
        role: 'net',
        host: 'github',
        repository: 'danielgatis/rembg',
        revision: 'v0.0.0',
        path: 'isnet-general-use.onnx',
        bytes: 178_648_008,
        sha256: '60920e99c45464f2ba57bee2ad08c919a52bbf852739e96947fbb4358c0d964a',
      },
    ],
    licence: {
      name: 'Apache-2.0',
      link: 'https://github.com/xuebinqin/DIS/blob/main/LICENSE.md',
      mustBeAccepted: false,
    },
    leastMemoryBytes: 2_000_000_000,
    referenceSeconds: 2.5,
  },
  {
    kind: 'tool',
    id: 'lama',
    name: 'LaMa',
    description: 'Erases larger things than MI-GAN and continues patterns; a larger download, and slower.',
    does: 'erase',
    engine: 'onnx',
    net: 'lama',
    files: [
      {
        role: 'net',
        host: 'hugging-face',
        repository: 'Carve/LaMa-ONNX',
        revision: 'main',
        path: 'lama_fp32.onnx',
        bytes: 208_044_816,
        sha256: '1faef5301d78db7dda502fe59966957ec4b79dd64e16f03ed96913c7a4eb68d6',
      },
    ],
    licence: { name: 'Apache-2.0', link: 'https://huggingface.co/Carve/LaMa-ONNX', mustBeAccepted: false },
    leastMemoryBytes: 2_000_000_000,
    referenceSeconds: 4,
  },
  {
    kind: 'tool',
    id: 'birefnet-lite',
    name: 'BiRefNet lite',
    description:
      'Cuts out more exactly than IS-Net, also thin and dark parts; needs four times the memory and is slower.',
    does: 'cut-out',
    engine: 'onnx',
    net: 'birefnet',
    files: [
      {
        role: 'net',
        host: 'hugging-face',
        repository: 'onnx-community/BiRefNet_lite-ONNX',
        revision: 'main',
        path: 'onnx/model.onnx',
        bytes: 224_005_088,
        sha256: '5600024376f572a557870a5eb0afb1e5961636bef4e1e22132025467d0f03333',
      },
    ],
    licence: {
      name: 'MIT',
      link: 'https://huggingface.co/onnx-community/BiRefNet_lite-ONNX',
      mustBeAccepted: false,
    },
    leastMemoryBytes: 8_000_000_000,
    referenceSeconds: 15,
  },
]
