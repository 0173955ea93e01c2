import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { ModelShape } from '#contract/model.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import type { Spread } from '#domain/series/spread.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import type { ModelsState } from '#web/data/models.ts'
import type { SpreadPlan } from '#web/data/spread/spread-plan.ts'

/** What the prompt panel is given by the page, because the image page's prompt box is made of the same. */
export type PanelParts = {
  readonly AttachmentChips: ComponentType<{
    attachments: readonly Attachment[]
    model: ModelShape | null
    disabled: boolean
    onDetach(attachment: Attachment): void
  }>
  readonly ComposerChips: ComponentType<{
    wish: PictureSettings
    attachments: readonly Attachment[]
    spread: Spread
    model: ModelShape | null
    disabled: boolean
    onChange(change: Partial<PictureSettings>): void
    onSpread(spread: Spread): void
    onAttach(attachment: Attachment): void
    onDetach(attachment: Pick<Attachment, 'kind' | 'id'>): void
    onSelectAsset(purpose: ChoosingPurpose): void
  }>
  readonly PictureDrop: ComponentType<{
    onAttach(attachment: Attachment): void
    onSelectAsset(purpose: ChoosingPurpose): void
    children: ReactNode
  }>
  readonly GoButton: ComponentType<{
    prompt: string
    plan: SpreadPlan
    model: ModelShape | null
    models: ModelsState
    busy: boolean
    size: 'small'
    onGo(): void
  }>
}

const PanelPartsContext = createContext<PanelParts | null>(null)
export const PanelPartsProvider = PanelPartsContext.Provider

/** The parts that the page has given. */
export function usePanelParts(): PanelParts {
  const parts = useContext(PanelPartsContext)
  if (!parts) throw new Error('This belongs inside a PanelPartsProvider.')
  return parts
}
