import { useNavigate, useSearch } from '@tanstack/react-router'
import { parseAssetFilter } from '#web/data/assets/asset-filter.ts'
import { type ChoosingPurpose, giveChosenAssets, maxChosenAssets } from '#web/data/chosen-assets.ts'
import { AssetsScreen, type Choosing } from '#web/features/assets/assets-screen.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** All images of the user; or, opened from a prompt, the place to choose some of them. */
export function AssetsPage() {
  const { choosing, back, ...search } = useSearch({ from: '/signed-in/assets' })
  const navigate = useNavigate()
  return (
    <ToolPage title={appTexts.titles.assets}>
      <AssetsScreen
        filter={parseAssetFilter(search)}
        onFilter={(next) =>
          void navigate({
            to: '/assets',
            search: { ...next, ...(choosing && { choosing }), ...(back && { back }) },
            replace: true,
            resetScroll: false,
          })
        }
        choosing={choosing ? chooserOf(choosing, () => void navigate({ href: back ?? '/image' })) : null}
      />
    </ToolPage>
  )
}

/** Hands chosen pictures to the prompt, which reads them when its page is open again. */
function chooserOf(purpose: ChoosingPurpose, leave: () => void): Choosing {
  return {
    purpose,
    most: maxChosenAssets,
    onUse(images) {
      giveChosenAssets(images)
      leave()
    },
    onCancel: leave,
  }
}
