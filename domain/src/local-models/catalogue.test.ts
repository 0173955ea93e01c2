import { describe, expect, it } from 'vitest'
import { findLocalModel, localModels } from './catalogue.ts'
import { downloadBytes, fileAddress, fileRoles } from './local-model.ts'

describe('the catalogue of local models', () => {
  it('names each model once, and begins with the smallest download', () => {
    expect(new Set(localModels.flatMap(({ id, name }) => [id, name])).size).toBe(2 * localModels.length)
    expect(localModels[0]?.id).toBe('sdxs-512-dreamshaper')
    for (const kind of ['model', 'tool'] as const) {
      const sizes = localModels.filter((model) => model.kind === kind).map(downloadBytes)
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    }
  })

  it.each(localModels)('describes $name in full', (model) => {
    expect(model.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(model.description).toMatch(/^[A-Z].+\.$/)
    expect(model.licence.link).toMatch(/^https:\/\//)
    expect(model.leastMemoryBytes).toBeGreaterThan(downloadBytes(model) / 2)
    expect(model.referenceSeconds).toBeGreaterThan(model.kind === 'model' ? model.steps : 1)
  })

  it.each(localModels.flatMap(({ name, files }) => files.map((file) => [name, file.path, file] as const)))(
    '%s: %s is at a commit, or its content is pinned, or the host states it',
    (_name, _path, file) => {
      if (file.host === 'github') expect(file.sha256).not.toBeNull()
      else expect(file.revision).toMatch(/^([0-9a-f]{40}|main)$/)
      expect(file.sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/)
      expect(file.path).toMatch(/^[\w-]+([/.][\w-]+)*\.(safetensors|gguf|txt|onnx|pth)$/)
    },
  )

  it.each(localModels)('has for $name each role once, and what the engine needs', ({ kind, files, ...model }) => {
    const roles = files.map(({ role }) => role)
    expect(new Set(roles).size).toBe(roles.length)
    for (const role of roles) expect(fileRoles).toContain(role)
    if (kind === 'model')
      expect(roles.toSorted()).toEqual(
        model.engine === 'onnx'
          ? ['autoencoder', 'merges', 'text-encoder', 'unet']
          : ['decoder', 'diffusion-model', 'language-model'],
      )
    else expect(roles).toEqual('net' in model && model.net === 'srvgg' ? ['net', 'second-net'] : ['net'])
  })

  it('shares the file of the tokenizer between all models', () => {
    const shared = localModels
      .filter(({ kind, engine }) => kind === 'model' && engine === 'onnx')
      .map(({ files }) => files.find(({ role }) => role === 'merges'))
    expect(new Set(shared).size).toBe(1)
  })

  it('asks before the download where the licence is not a plain open-source one', () => {
    const free = localModels.filter(({ licence }) => !licence.mustBeAccepted).map(({ licence }) => licence.name)
    expect([...new Set(free)].toSorted()).toEqual(['Apache-2.0', 'BSD-3-Clause', 'MIT'])
    const asked = localModels.filter(({ licence }) => licence.mustBeAccepted).map(({ licence }) => licence.name)
    expect(asked).toEqual(['OpenRAIL++', 'Stability AI Community License'])
  })
})

describe('findLocalModel', () => {
  it('finds a model by its id, and none by another', () => {
    expect(findLocalModel('sd-turbo')?.name).toBe('SD-Turbo')
    expect(findLocalModel('toString')).toBeUndefined()
  })
})

describe('fileAddress', () => {
  const [file] = findLocalModel('sd-turbo')?.files ?? []
  it('is at the host, or at a mirror with the same paths', () => {
    if (!file) throw new Error('The model has no file.')
    const path =
      'stabilityai/sd-turbo/resolve/b261bac6fd2cf515557d5d0707481eafa0485ec2/unet/diffusion_pytorch_model.fp16.safetensors'
    expect(fileAddress(file)).toBe(`https://huggingface.co/${path}`)
    expect(fileAddress(file, 'http://mirror.example:8080/models/')).toBe(`http://mirror.example:8080/models/${path}`)
  })

  it('is that of a release at GitHub', () => {
    const [net] = findLocalModel('is-net-general')?.files ?? []
    if (!net) throw new Error('The tool has no file.')
    const path = 'danielgatis/rembg/releases/download/v0.0.0/isnet-general-use.onnx'
    expect(fileAddress(net)).toBe(`https://github.com/${path}`)
    expect(fileAddress(net, 'http://mirror.example')).toBe(`http://mirror.example/${path}`)
  })
})
