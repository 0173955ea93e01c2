import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LocalModelShape, LocalModelsShape } from '#contract/local-model.ts'
import { invalidateLocalModels, localModelsQuery } from '#web/data/models/local-models.ts'
import { announce } from '#web/ui/announce.ts'
import { EmptyState, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { InstallableRow, InstalledRow } from './model-row.tsx'
import { ProgressRow } from './progress-row.tsx'
import { localModelTexts as texts } from './texts.ts'

/** The models and tools that run on the server's machine: installed, being installed, and to be installed. */
export function MachineTab() {
  const { data, isError, refetch } = useQuery(localModelsQuery)
  useInstalledNews(data?.items)
  if (!data && isError) return <LoadFailed {...texts.failed} onTryAgain={() => void refetch()} />
  if (!data) return <ListLoading label={texts.loading} rows={6} className="mt-6" />
  const { items, access, hasEngine, machine } = data
  const inState = (...kinds: LocalModelShape['state']['kind'][]) =>
    items.filter(({ state }) => kinds.includes(state.kind))
  return (
    <>
      {machine && <MachineFacts machine={machine} fastest={fastestOf(items)} />}
      {access === 'off' && <p className="mt-6 text-13 text-muted">{texts.offNote}</p>}
      {!hasEngine && items.length === 0 && <EmptyState {...texts.noEngine} />}
      <Section title={texts.beingInstalled} models={inState('downloading', 'paused', 'failed', 'checking')}>
        {(model) => <ProgressRow key={model.id} model={model} access={access} />}
      </Section>
      <Section title={texts.installed} models={inState('installed', 'damaged')}>
        {(model) => <InstalledRow key={model.id} model={model} access={access} />}
      </Section>
      <Section title={texts.installable} models={inState('available')}>
        {(model) => <InstallableRow key={model.id} model={model} access={access} />}
      </Section>
    </>
  )
}

const fastestOf = (items: readonly LocalModelShape[]) => {
  const seconds = items.flatMap(({ painting, seconds }) => (painting && seconds) ?? [])
  return seconds.length === 0 ? null : Math.min(...seconds)
}

/** Announces a model that was installed while the page was open, and lets the picker read it. */
function useInstalledNews(items: readonly LocalModelShape[] | undefined): void {
  const before = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!items) return
    const waiting = before.current
    before.current = new Set(items.filter(({ state }) => state.kind === 'downloading').map(({ id }) => id))
    const news = items.filter(({ id, state }) => state.kind === 'installed' && waiting?.has(id))
    if (news.length === 0) return
    announce(news.map(texts.nowInstalled).join(' '))
    void invalidateLocalModels()
  }, [items])
}

type SectionProps = {
  title: string
  models: readonly LocalModelShape[]
  children(model: LocalModelShape): ReactNode
}

function Section({ title, models, children }: SectionProps) {
  if (models.length === 0) return null
  return (
    <section className="mt-9 first-of-type:mt-6">
      <h2 className="mb-2 font-semibold text-16">{title}</h2>
      <ul className="border-hairline border-t">{models.map(children)}</ul>
    </section>
  )
}

type FactsProps = { machine: NonNullable<LocalModelsShape['machine']>; fastest: number | null }

/** What this machine can do, shown before anything is downloaded. */
function MachineFacts({ machine, fastest }: FactsProps) {
  const { cores, totalMemoryBytes, freeMemoryBytes, freeDiskBytes, modelBytes } = machine
  const usedMemory = totalMemoryBytes - freeMemoryBytes
  return (
    <dl
      aria-label={texts.machine}
      className="grid grid-cols-3 items-start gap-6 border-hairline border-b pt-6 pb-5 max-sm:grid-cols-2 max-sm:gap-5"
    >
      <Fact
        label={texts.processor}
        value={texts.cores(cores)}
        note={texts.fastest(fastest)}
        className="max-sm:col-span-2"
      />
      <Fact
        label={texts.memory}
        value={texts.free(freeMemoryBytes)}
        note={texts.inUse(usedMemory, totalMemoryBytes)}
        share={usedMemory / totalMemoryBytes}
      />
      <Fact
        label={texts.disk}
        value={texts.free(freeDiskBytes)}
        note={texts.taken(modelBytes)}
        share={modelBytes / Math.max(1, modelBytes + freeDiskBytes)}
      />
    </dl>
  )
}

type FactProps = { label: string; value: string; note: string; share?: number; className?: string }

function Fact({ label, value, note, share, className = '' }: FactProps) {
  return (
    <div className={`grid content-end gap-1.5 ${className}`}>
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="font-semibold text-14 tabular-nums">{value}</dd>
      <dd
        aria-hidden="true"
        className={`h-1 overflow-hidden rounded-round ${share === undefined ? 'max-sm:hidden' : 'bg-line'}`}
      >
        {share !== undefined && (
          <span className="block h-full rounded-round bg-ink" style={{ width: `${Math.round(100 * share)}%` }} />
        )}
      </dd>
      <dd className="text-12 text-muted tabular-nums">{note}</dd>
    </div>
  )
}
