import { type ComponentType, createContext, useContext } from 'react'
import type { ModelShape } from '#contract/model.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'

/** What the prompt panel is given by the page, because the image page's prompt box uses the same. */
export type PanelParts = {
  readonly SettingsChips: ComponentType<{
    wish: PictureSettings
    model: ModelShape | null
    disabled: boolean
    onChange(change: Partial<PictureSettings>): void
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
