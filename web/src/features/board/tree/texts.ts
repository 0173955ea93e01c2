import type { GenerationStatus } from '#domain/generation/status.ts'

const statuses: Record<GenerationStatus, string> = {
  queued: 'waiting',
  running: 'being made',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

type SpokenCard = {
  readonly prompt: string
  readonly model: string
  readonly status: GenerationStatus
  readonly ready: number
  readonly total: number
  readonly isCollapsed: boolean
}

export const treeTexts = {
  label: 'Cards',
  card: ({ prompt, model, status, ready, total, isCollapsed }: SpokenCard) =>
    `${prompt}, ${model}, ${ready} of ${total} images, ${statuses[status]}${isCollapsed ? ', collapsed' : ''}`,
} as const
