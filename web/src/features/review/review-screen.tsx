import { Rows3 } from 'lucide-react'
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { startPinchForwarding } from '#web/canvas/input/forward-pinch.ts'
import { errorMessage, hasErrorCode, refusalDetail } from '#web/data/http/api-error.ts'
import { useAnswer } from '#web/data/http/use-answer.ts'
import { forkShared, nameVisitor, type OpenedLink, openLink, watchLink } from '#web/data/shared/shared-board.ts'
import { useStore } from '#web/data/store.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { EmptyState, LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { showToast } from '#web/ui/toast.ts'
import { Comparison } from '#web/viewing/comparison.tsx'
import { comparedPicture } from './compare.ts'
import { PictureList } from './picture-list.tsx'
import { ReviewCanvas } from './review-canvas.tsx'
import { canCopy, createReview, type Review, showUpdate, takeFeedback } from './review-state.ts'
import { reviewTexts } from './texts.ts'
import { Viewer, VoteButton } from './viewer.tsx'
import './review.css'

/** Both are fetched once the page is there, or not at all. */
const passphraseForm = lazyPart(async () => (await import('./passphrase-form.tsx')).PassphraseForm)
const roundsOfLink = lazyPart(async () => (await import('./rounds/rounds.tsx')).RoundsOfLink)

const isPassphraseAsked = (error: unknown) => refusalDetail(error, 'reason') === 'passphrase'

type ReviewScreenProps = {
  /** The secret of the link. */
  token: string
  /** Called when the reviewer's own copy was created. */
  onCopied(projectId: string): void
}

/** The page of a review link: a read-only canvas, its paths, comments and votes. */
export function ReviewScreen({ token, onCopied }: ReviewScreenProps) {
  const [passphrase, setPassphrase] = useState<string | null>(null)
  const [answer, again] = useAnswer(useCallback(() => openLink(token, passphrase), [token, passphrase]))
  if (answer.status === 'waiting') return <PageSpinner label={reviewTexts.loading} />
  if (answer.status === 'ready') return <OpenReview link={answer.value} onCopied={onCopied} />
  if (hasErrorCode(answer.error, 'not-found')) return <LinkGone />
  const isWrong = passphrase !== null && (isPassphraseAsked(answer.error) || hasErrorCode(answer.error, 'rate-limited'))
  if (isWrong || isPassphraseAsked(answer.error)) {
    const error = isWrong ? errorMessage(answer.error, reviewTexts.tryAgain) : null
    // The same one again is sent again, as after the time that a reply has asked to wait.
    const give = (given: string) => (given === passphrase ? again() : setPassphrase(given))
    return (
      <LazySlot
        part={passphraseForm}
        props={{ error, onGiven: give }}
        fallback={<PageSpinner label={reviewTexts.loading} />}
      />
    )
  }
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadFailed level={1} {...reviewTexts.failed} onTryAgain={again} />
    </main>
  )
}

const LinkGone = () => (
  <main className="grid min-h-dvh place-items-center">
    <EmptyState level={1} {...reviewTexts.gone} />
  </main>
)

function OpenReview({ link, onCopied }: { link: OpenedLink; onCopied(projectId: string): void }) {
  const [review] = useState(() => createReview(link))
  const state = useLiveLink(review, link)
  useEffect(startPinchForwarding, [])
  const { cards } = useStore(review.shown)
  const isPhone = useMediaQuery(phoneQuery)
  const [phoneShows, setPhoneShows] = useState<'list' | 'board'>('list')
  const { copy, isCopying } = useCopy(review, onCopied)
  if (state === 'gone') return <LinkGone />
  const rename = () => review.naming.set(() => {})
  return (
    <>
      {isPhone && phoneShows === 'list' && cards.size > 0 ? (
        <main>
          <PictureList
            review={review}
            onCopy={() => void copy()}
            onRename={rename}
            onOpenBoard={() => setPhoneShows('board')}
          />
        </main>
      ) : (
        <>
          <ReviewHeader review={review} isCopying={isCopying} onCopy={() => void copy()} onRename={rename}>
            {isPhone && cards.size > 0 && (
              <IconButton label={reviewTexts.openList} onClick={() => setPhoneShows('list')}>
                <Rows3 />
              </IconButton>
            )}
          </ReviewHeader>
          <main className="fixed inset-0">
            {cards.size === 0 ? (
              <div className="grid h-full place-items-center">
                <EmptyState {...reviewTexts.empty} />
              </div>
            ) : (
              <ReviewCanvas review={review} />
            )}
          </main>
        </>
      )}
      <LazySlot part={roundsOfLink} props={{ review }} />
      <Viewer review={review} />
      <ReviewComparison review={review} />
      <NameDialog review={review} />
    </>
  )
}

/** Copies what the link shows into the reader's account. */
function useCopy(review: Review, onCopied: (projectId: string) => void) {
  const [isCopying, setCopying] = useState(false)
  const copy = async () => {
    setCopying(true)
    try {
      const project = await forkShared(review.id)
      showToast({ kind: 'success', title: reviewTexts.copied, description: project.title })
      onCopied(project.id)
    } catch (error) {
      const isVisitor = hasErrorCode(error, 'unauthenticated')
      const description = isVisitor ? reviewTexts.signInFirst : errorMessage(error, reviewTexts.tryAgain)
      showToast({ kind: isVisitor ? 'info' : 'error', title: reviewTexts.notCopied, description })
      setCopying(false)
    }
  }
  return { copy, isCopying }
}

type ReviewHeaderProps = {
  review: Review
  isCopying: boolean
  onCopy(): void
  onRename(): void
  /** The way back to the list of a phone. */
  children: ReactNode
}

/** The content of the link, the reviewer's name, and the copy button. */
function ReviewHeader({ review, isCopying, onCopy, onRename, children }: ReviewHeaderProps) {
  const { board } = useStore(review.shown)
  const visitorName = useStore(review.visitorName)
  return (
    <header className="pointer-events-none absolute inset-x-0 top-0 z-bar flex items-start justify-between gap-2 p-3 max-sm:p-2 [&>*]:pointer-events-auto">
      <div className="island flex h-12 min-w-0 flex-col justify-center px-4">
        <h1 className="truncate font-semibold text-14/[18px]" dir="auto">
          {board.title ?? reviewTexts.untitled}
        </h1>
        <p className="truncate text-12/[16px] text-muted">{reviewTexts.from(board)}</p>
      </div>
      <div className="island flex h-12 shrink-0 items-center gap-1 px-2">
        {children}
        {visitorName !== null && (
          <Button
            kind="quiet"
            aria-label={`${reviewTexts.you(visitorName)}. ${reviewTexts.name.change}`}
            className="max-sm:hidden"
            onClick={onRename}
          >
            {reviewTexts.you(visitorName)}
          </Button>
        )}
        {canCopy(board) && (
          <Button kind="line" busy={isCopying} onClick={onCopy}>
            {isCopying ? reviewTexts.copying : reviewTexts.copy}
          </Button>
        )}
        <span className="max-sm:hidden">
          <ThemeSwitch />
        </span>
      </div>
    </header>
  )
}

/**
 * Keeps comments, votes and the content of the link up to date while the page is visible.
 * @param link The initial content.
 * @returns Whether the link is still open.
 */
function useLiveLink(review: Review, link: OpenedLink): 'open' | 'gone' {
  const [state, setState] = useState<'open' | 'gone'>('open')
  useEffect(() => {
    const { again, stop } = watchLink({
      link,
      onFeedback: (feedback) => takeFeedback(review, feedback),
      onBoard: (update) => showUpdate(review, update),
      onGone: () => setState('gone'),
    })
    const stopListening = review.feedbackCount.subscribe(again)
    return () => {
      stopListening()
      stop()
    }
  }, [review, link])
  return state
}

/** The pictures that a reviewer compares, with a vote for each; renders nothing without any. */
function ReviewComparison({ review }: { review: Review }) {
  const ids = useStore(review.compared)
  const { pictures } = useStore(review.shown)
  if (!ids) return null
  return (
    <Comparison
      pictures={ids.flatMap((id) => {
        const picture = pictures.get(id)
        return picture ? [comparedPicture(review.id, picture)] : []
      })}
      returnTo=".review-viewer, .canvas"
      vote={({ id }) => <VoteButton review={review} imageId={id} size="small" />}
      onClose={() => review.compared.set(null)}
    />
  )
}

const maxNameLength = 60

/**
 * Asks a reviewer for a name, then continues with the action that needed it. Renders nothing while no name is asked
 * for.
 */
function NameDialog({ review }: { review: Review }) {
  const goOn = useStore(review.naming)
  return goOn && <OpenNameDialog review={review} goOn={goOn} />
}

function OpenNameDialog({ review, goOn }: { review: Review; goOn(): void }) {
  const { id, naming, visitorName } = review
  const [name, setName] = useState(visitorName.get() ?? '')
  const [error, setError] = useState<string | null>(null)
  // Read synchronously: a second Enter comes before the next render.
  const isUnderWay = useRef(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '' || isUnderWay.current) return
    isUnderWay.current = true
    try {
      visitorName.set(await nameVisitor(id, name))
      if (naming.get() !== goOn) return
      naming.set(null)
      goOn()
    } catch (failed) {
      setError(errorMessage(failed, reviewTexts.tryAgain))
    } finally {
      isUnderWay.current = false
    }
  }

  return (
    <Modal title={reviewTexts.name.title} returnTo="main" onClose={() => naming.set(null)}>
      <form className="grid gap-4 px-6 max-sm:px-4 pb-6" onSubmit={(event) => void submit(event)}>
        <p className="text-muted">{reviewTexts.name.text}</p>
        <Field
          label={reviewTexts.name.label}
          value={name}
          error={error}
          maxLength={maxNameLength}
          autoComplete="given-name"
          data-first-focus
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex justify-end">
          <Button kind="solid" type="submit">
            {reviewTexts.name.go}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
