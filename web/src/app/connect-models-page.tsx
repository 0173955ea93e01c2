import { useAccountState } from '#web/data/account-state.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { ConnectModels } from '#web/features/models/connect-models.tsx'
import { appTexts } from './texts.ts'
import { TopBar } from './top-bar.tsx'

/** How to enable each provider of models. */
export function ConnectModelsPage() {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={appTexts.titles.connectModels} />
      <TopBar user={account.user} />
      <main className="px-8 pt-[120px] pb-24 max-sm:px-4 max-sm:pt-[72px]">
        <ConnectModels />
      </main>
    </>
  )
}
