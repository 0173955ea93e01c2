import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LocalModelShape } from '#contract/models/local-model.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { installLocalModel, pauseLocalModel } from '#web/data/models/local-models.ts'
import { formatBytes, formatDuration, formatPart, localModelTexts } from '#web/features/models/local/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { cutOutTexts as texts } from './texts.ts'
import type { CutOutNet } from './use-cut-out-net.ts'

type InstallNetProps = {
  net: CutOutNet
  /** The net that was installed here is there. */
  onInstalled(): void
}

/** Offers the net that makes a cut-out exact without a selection, or says who can install it. Renders nothing where none is missing. */
export function InstallNet({ net, onInstalled }: InstallNetProps) {
  const [isAwaited, setAwaited] = useState(false)
  const installed = useEffectEvent(onInstalled)
  useEffect(() => {
    if (!isAwaited || net.kind !== 'installed') return
    setAwaited(false)
    installed()
  }, [isAwaited, net.kind])
  if (net.kind !== 'missing') return null
  const { access } = net
  const { name, state } = net.net
  const isComing = state.kind === 'downloading'
  return (
    <div className="edit-install">
      <p className="edit-note">{isComing && isAwaited ? texts.runsByItself : texts.untilThen(name)}</p>
      {access === 'operator' ? (
        <Installing net={net.net} onBegin={() => setAwaited(true)} onStop={() => setAwaited(false)} />
      ) : (
        <p className="edit-note">{isComing ? texts.isComing(name) : access === 'off' ? texts.off : texts.ask(name)}</p>
      )}
    </div>
  )
}

type InstallingProps = { net: LocalModelShape; onBegin(): void; onStop(): void }

/** The button, which becomes the progress of what it began. */
function Installing({ net, onBegin, onStop }: InstallingProps) {
  const { id, name, bytes, state, hindrance, licence } = net
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<void>) => call(),
    onError(error) {
      onStop()
      showToast({
        kind: 'error',
        title: `${name}: ${localModelTexts.notDone}`,
        description: errorMessage(error, localModelTexts.noConnection),
      })
    },
  })
  const label = texts.install(name, formatBytes(bytes))
  if (state.kind === 'downloading')
    return (
      <Progress
        label={label}
        state={state}
        onStop={() => {
          onStop()
          mutate(() => pauseLocalModel(id))
        }}
      />
    )
  if (hindrance !== null) return <p className="edit-note">{hindrance}</p>
  if (licence.mustBeAccepted && licence.acceptedAt === null)
    return (
      <p className="edit-note">
        {texts.hasConditions(licence.name)}{' '}
        <Link to="/models" search={{ tab: 'machine' }} className="text-link">
          {texts.models}
        </Link>
      </p>
    )
  return (
    <>
      {state.kind === 'failed' && <p className="edit-note">{state.reason}</p>}
      <Button
        kind="solid"
        className="w-full justify-center"
        busy={isPending}
        onClick={() => {
          onBegin()
          mutate(() => installLocalModel(id, { acceptsLicence: false }))
        }}
      >
        <Download aria-hidden="true" />
        {label}
      </Button>
      <p className="edit-note">{texts.private}</p>
    </>
  )
}

type ProgressProps = {
  label: string
  state: Extract<LocalModelShape['state'], { kind: 'downloading' }>
  onStop(): void
}

function Progress({ label, state: { doneBytes, totalBytes, bytesPerSecond, reason }, onStop }: ProgressProps) {
  const percent = Math.floor((100 * doneBytes) / totalBytes)
  const left = bytesPerSecond ? texts.left(formatDuration((totalBytes - doneBytes) / bytesPerSecond)) : texts.starting
  const words = reason ?? `${formatPart(doneBytes, totalBytes)}, ${left}`
  return (
    <>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="edit-install-bar"
        style={{ '--done': `${percent}%` } as React.CSSProperties}
      >
        <span>{label}</span>
        <span className="tabular-nums">{percent}%</span>
      </div>
      <p className="edit-install-state">
        <span>{words}</span>
        <Button kind="quiet" size="small" onClick={onStop}>
          {texts.stop}
        </Button>
      </p>
    </>
  )
}
