import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { connectionsQuery } from '#web/data/models/connections.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { AddProviderDialog } from '#web/features/models/connect/add-provider-dialog.tsx'
import { AllModelsTab } from '#web/features/models/connect/all-models-tab.tsx'
import { ProvidersTab } from '#web/features/models/connect/providers-tab.tsx'
import { MachineTab } from '#web/features/models/local/machine-tab.tsx'
import { WorkflowDrop } from '#web/features/models/workflows/dropped-file.ts'
import { WorkflowSection } from '#web/features/models/workflows/workflow-section.tsx'
import { Button } from '#web/ui/button.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

const tabs = ['providers', 'machine', 'all'] as const
const texts = appTexts.models

/** Where models come from: providers with a key, and the machine of this server. */
export function ModelsPage() {
  const { tab = 'providers' } = useSearch({ from: '/signed-in/models' })
  const navigate = useNavigate()
  const open = (name: string) => {
    const next = tabs.find((each) => each === name) ?? 'providers'
    const search = next === 'providers' ? {} : { tab: next }
    void navigate({ to: '/models', search, replace: true, resetScroll: false })
  }
  const count = useQuery(modelsQuery).data?.length
  return (
    <ToolPage title={appTexts.titles.connectModels}>
      <main className="mx-auto max-w-[1080px] px-8 pt-[120px] pb-24 max-sm:px-4 max-sm:pt-[72px]">
        <div className="mb-6 flex items-end justify-between gap-6 max-sm:flex-col max-sm:items-start max-sm:gap-3">
          <div>
            <h1 tabIndex={-1} className="display text-44 outline-none max-sm:text-28">
              {appTexts.titles.connectModels}
            </h1>
            <p className="mt-2 max-w-[60ch] text-muted">{texts.text}</p>
          </div>
          <AddButton />
        </div>
        <Tabs.Root value={tab} onValueChange={open} activationMode="manual">
          <Tabs.List aria-label={texts.label} className="tabs max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
            {tabs.map((name) => (
              <Tabs.Trigger key={name} value={name} className="tab flex-none">
                {texts[name]}
                {name === 'all' && count !== undefined && <span className="badge ml-1.5 tabular-nums">{count}</span>}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} className="outline-none">
            {tab === 'machine' ? (
              <>
                <MachineTab />
                <WorkflowSection />
              </>
            ) : (
              <>
                {tab === 'all' ? <AllModelsTab /> : <ProvidersTab />}
                <WorkflowDrop open={() => open('machine')} />
              </>
            )}
          </Tabs.Content>
        </Tabs.Root>
      </main>
    </ToolPage>
  )
}

/** Opens the form for a provider; guests have no keys here. */
function AddButton() {
  const connections = useQuery(connectionsQuery).data
  const [isAdding, setAdding] = useState(false)
  if (useIsGuest()) return null
  return (
    <>
      <Button kind="solid" data-add-provider className="flex-none" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" /> {texts.add}
      </Button>
      {isAdding && (
        <AddProviderDialog
          canAddForEveryone={connections?.canAddForEveryone ?? false}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
