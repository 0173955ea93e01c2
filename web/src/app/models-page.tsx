import { useNavigate } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { MachineTab } from '#web/features/local-models/machine-tab.tsx'
import { ConnectModels } from '#web/features/models/connect-models.tsx'
import { appTexts } from './texts.ts'
import { ToolPage } from './tool-page.tsx'

/** The tabs with their addresses. */
const addresses = { providers: '/connect-models', machine: '/models' } as const
type Tab = keyof typeof addresses
const tabs: readonly Tab[] = ['providers', 'machine']
const texts = appTexts.models

/** Where models come from: providers with a key, and the machine of this server. */
function ModelsPage({ tab }: { tab: Tab }) {
  const navigate = useNavigate()
  const open = (name: string) => {
    const to = addresses[tabs.find((each) => each === name) ?? 'providers']
    void navigate({ to, replace: true, resetScroll: false })
  }
  return (
    <ToolPage title={appTexts.titles.connectModels}>
      <main className="mx-auto max-w-[1080px] px-8 pt-[120px] pb-24 max-sm:px-4 max-sm:pt-[72px]">
        <h1 tabIndex={-1} className="display text-44 outline-none max-sm:text-28">
          {appTexts.titles.connectModels}
        </h1>
        <p className="mt-2 mb-6 max-w-[60ch] text-muted">{texts.text}</p>
        <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
          <Tabs.List aria-label={texts.label} className="tabs">
            {tabs.map((name) => (
              <Tabs.Trigger key={name} value={name} className="tab">
                {texts[name]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} className="outline-none">
            {tab === 'machine' ? <MachineTab /> : <ConnectModels />}
          </Tabs.Content>
        </Tabs.Root>
      </main>
    </ToolPage>
  )
}

export const ConnectModelsPage = () => <ModelsPage tab="providers" />
export const MachineModelsPage = () => <ModelsPage tab="machine" />
