import { useQuery } from '@tanstack/react-query'
import { Pause, Play, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LocalModelShape, LocalModelState, LocalModelsShape } from '#contract/models/local-model.ts'
import { recommendedModel } from '#domain/local-models/recommended-model.ts'
import {
  installLocalModel,
  invalidateLocalModels,
  localModelsQuery,
  pauseLocalModel,
} from '#web/data/models/local-models.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { EditingSet } from './editing-set.tsx'
import { InstallableRow, InstalledRow, type RowProps, useRemoval, useRowAction } from './model-row.tsx'
import { localModelTexts as texts } from './texts.ts'

/** The models and tools that run on the server's machine: installed, being installed, and to be installed. */
export function MachineTab() {
  const { data, isError, refetch } = useQuery(localModelsQuery)
  useInstalledNews(data?.items)
  if (!data && isError) return <LoadFailed {...texts.failed} onTryAgain={() => void refetch()} />
  if (!data) return <ListLoading label={texts.loading} rows={6} className="mt-6" />
  const { items, access, hasEngine, machine } = data
  const recommended = access === 'operator' ? recommendedModel(items.filter(({ painting }) => painting)) : null
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
      {access === 'operator' && <EditingSet items={items} />}
      <Section title={texts.makePictures} models={inState('available').filter(({ painting }) => painting !== null)}>
        {(model) => (
          <InstallableRow
            key={model.id}
            model={model}
            access={access}
            mark={model.id === recommended ? texts.recommended : null}
          />
        )}
      </Section>
      <Section title={texts.editPictures} models={inState('available').filter(({ painting }) => painting === null)}>
        {(model) => <InstallableRow key={model.id} model={model} access={access} mark={null} />}
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

/** The abilities of this machine, shown before anything is downloaded. */
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

type Moving = Extract<LocalModelState, { totalBytes: number }>

/** The texts under the bar: on the left the progress, on the right the next step. */
function wordsOf(state: Moving): readonly [string, string] {
  const { doneBytes, totalBytes } = state
  switch (state.kind) {
    case 'downloading': {
      if (state.reason) return [state.reason, texts.triesAgain]
      const { bytesPerSecond } = state
      const left = bytesPerSecond ? texts.left((totalBytes - doneBytes) / bytesPerSecond) : texts.starting
      return [texts.coming(doneBytes, totalBytes, bytesPerSecond), left]
    }
    case 'paused':
      return [texts.paused(doneBytes, totalBytes), texts.keeps]
    case 'checking':
      return [texts.checking(doneBytes, totalBytes), '']
    case 'failed':
      return [state.reason, '']
  }
}

/** A model that is on its way: its bar, and what can be done with it. */
function ProgressRow({ model, access }: RowProps) {
  const { id, name, state: moving } = model
  const { isBusy, run } = useRowAction(model)
  const removal = useRemoval(model)
  if (!('totalBytes' in moving)) return null
  const percent = Math.floor((100 * moving.doneBytes) / moving.totalBytes)
  const [left, right] = wordsOf(moving)
  const color =
    moving.kind === 'failed' ? 'bg-danger' : moving.kind === 'downloading' && !moving.reason ? 'bg-accent' : 'bg-ink'
  const goOn = () => run(() => installLocalModel(id, { acceptsLicence: false }))
  return (
    <li className="flex min-h-[72px] items-center gap-4 border-hairline border-b py-2.5 max-sm:gap-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-14">
          {name} <span className="badge">{texts.does(model)}</span>
        </h3>
        <div
          role="progressbar"
          aria-label={moving.kind === 'checking' ? texts.checkOf(name) : texts.progressOf(name)}
          aria-valuenow={percent}
          aria-valuetext={[left, right].filter(Boolean).join(', ')}
          className="mt-2 mb-1.5 h-1 overflow-hidden rounded-round bg-line"
        >
          <div
            className={`h-full rounded-round transition-[width] duration-[400ms] ease-linear motion-reduce:transition-none ${color}`}
            style={{ width: `${percent}%` }}
          />
        </div>
        <p className="flex flex-wrap justify-between gap-x-4 text-12 text-muted tabular-nums">
          <span className={moving.kind === 'failed' ? 'text-danger' : ''}>{left}</span>
          <span>{right}</span>
        </p>
      </div>
      {access === 'operator' && (
        <div className="flex items-center">
          {moving.kind === 'downloading' && (
            <IconButton size="small" label={texts.pause(name)} onClick={() => run(() => pauseLocalModel(id))}>
              <Pause />
            </IconButton>
          )}
          {moving.kind === 'paused' && (
            <IconButton size="small" label={texts.goOn(name)} onClick={goOn}>
              <Play />
            </IconButton>
          )}
          {moving.kind === 'failed' && (
            <Button kind="line" size="small" busy={isBusy} aria-label={texts.tryAgainOf(name)} onClick={goOn}>
              {texts.tryAgain}
            </Button>
          )}
          {moving.kind !== 'checking' && (
            <IconButton size="small" label={texts.stop(name)} onClick={removal.ask}>
              <X />
            </IconButton>
          )}
        </div>
      )}
      {removal.dialog}
    </li>
  )
}
