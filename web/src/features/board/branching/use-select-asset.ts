import { useRouter } from '@tanstack/react-router'
import { assetChooserAddress, type ChoosingPurpose, startChoosing } from '#web/data/chosen-assets.ts'
import { useBoardView } from '../board-context.ts'
import type { Composing } from './composing.ts'
import { keepLeftPanel } from './left-panel.ts'

/** Leaves for the assets page to pick images; the panel is there again, as it was, when the person comes back. */
export function useSelectAsset(composing: Composing): (purpose: ChoosingPurpose) => void {
  const view = useBoardView()
  const { history } = useRouter()
  return (purpose) => {
    keepLeftPanel(view, composing, 'to-choose')
    startChoosing({ purpose, composer: 'canvas' })
    history.push(assetChooserAddress(purpose, history.location.href))
  }
}
