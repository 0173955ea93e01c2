import type { ProjectShape } from '../board/project.ts'
import type { GenerationShape } from '../cards/generation.ts'
import type { ImageShape } from '../cards/image.ts'

export const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const createdAt = '2026-11-21T10:00:00.000Z'

export const image = (over: Partial<ImageShape> = {}): ImageShape => ({
  id: uuid(3),
  generationId: uuid(2),
  orderNum: 0,
  status: 'queued',
  imageUrl: null,
  width: 1_024,
  height: 1_024,
  averageColor: null,
  seed: 7,
  prompt: null,
  attempt: 1,
  error: null,
  feedback: [],
  warnings: [],
  sensitive: null,
  createdAt,
  ...over,
})

export const generation = (over: Partial<GenerationShape> = {}): GenerationShape => ({
  id: uuid(2),
  projectId: uuid(1),
  parentGenerationId: null,
  parentImageId: null,
  branchKind: null,
  prompt: 'a red fox',
  writtenPrompt: null,
  improvedFrom: null,
  references: [],
  edit: null,
  executor: null,
  editRecord: null,
  madeBy: null,
  origin: 'made',
  model: 'Sketch',
  hiddenModel: null,
  settings: { style: null, aspectRatio: '1:1', resolution: '1K', rawMode: false, seed: 7 },
  imagePrompts: [],
  styleReferences: [],
  status: 'queued',
  canvasX: 10_000,
  canvasY: 10_000,
  isCollapsed: false,
  price: 0,
  createdAt,
  images: [image()],
  ...over,
})

export const project = (over: Partial<ProjectShape> = {}): ProjectShape => ({
  id: uuid(1),
  title: 'Foxes',
  createdAt,
  updatedAt: createdAt,
  firstPrompt: null,
  thumbnailImageId: null,
  generationCount: 0,
  ...over,
})
