import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { ReferenceUse, RemakeReply } from '#contract/prompts/reference-use.ts'
import { maxRemadeCards } from '#domain/prompt/named-reference.ts'
import { nameOfPrompt } from '#domain/prompt/prompt-name.ts'
import { generationRefusal } from '#web/data/generations.ts'
import { canRemake, priceOfUses, referenceUsesQuery, remakeUses } from '#web/data/words/reference-uses.ts'
import { refreshWords } from '#web/data/words/word-keys.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { EmptyState, ListLoading, LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { usesTexts } from './texts.ts'

type ReferenceUsesProps = {
  reference: ReferenceShape
  /** A card was opened: the dialog closes. */
  onLeave(): void
}

/** The cards and saved prompts that name a reference. Those that were sent an older version can be made again. */
export function ReferenceUses({ reference, onLeave }: ReferenceUsesProps) {
  const query = useInfiniteQuery(referenceUsesQuery(reference.id))
  const { data, isError, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query
  const uses = data?.pages.flatMap(({ items }) => items) ?? []
  const { chosen, toggle, clear } = useChosen(uses)
  const remake = useMutation({
    mutationFn: (sent: readonly ReferenceUse[]) =>
      remakeUses({ referenceId: reference.id, versionId: reference.versions[0]?.id ?? '', uses: sent }),
    onSuccess({ refused }, sent) {
      announce(usesTexts.remade(sent.length - refused.length))
      clear()
    },
    // The price may be another one by now.
    onError: () => refreshWords('references'),
  })
  if (!data && isError) return <LoadFailed {...usesTexts.failed} onTryAgain={() => void refetch()} />
  if (!data) return <ListLoading label={usesTexts.loading} rows={6} className="px-6 max-sm:px-4" />
  const savedPrompts = data.pages[0]?.savedPrompts ?? []
  if (uses.length === 0 && savedPrompts.length === 0) return <EmptyState {...usesTexts.empty} />
  const hasOlder = uses.some(({ isCurrent }) => !isCurrent)
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-3 pb-4 max-sm:px-4">
        {remake.data && <Remade reply={remake.data} sent={remake.variables} onLeave={onLeave} />}
        {hasOlder && <p className="pb-1 text-13 text-muted">{usesTexts.remakeText}</p>}
        <ul aria-label={usesTexts.cards}>
          {uses.map((use) => (
            <UseRow
              key={use.generationId}
              use={use}
              choice={
                hasOlder
                  ? {
                      isChosen: chosen.includes(use),
                      isFull: chosen.length >= maxRemadeCards,
                      toggle: () => toggle(use),
                    }
                  : null
              }
              onLeave={onLeave}
            />
          ))}
        </ul>
        {isError && <LoadFailedLine text={usesTexts.moreFailed} onTryAgain={() => void fetchNextPage()} />}
        {hasNextPage && !isError && (
          <Button kind="line" busy={isFetchingNextPage} className="mt-3 w-full" onClick={() => void fetchNextPage()}>
            {usesTexts.more}
          </Button>
        )}
        {savedPrompts.length > 0 && (
          <section className="mt-5">
            <h3 className="mb-1 font-medium text-13">{usesTexts.savedPrompts}</h3>
            <ul aria-label={usesTexts.savedPrompts} className="text-13 text-muted">
              {savedPrompts.map(({ id, name }) => (
                <li key={id} dir="auto" className="truncate py-1 text-left">
                  {name}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {hasOlder && (
        <RemakeFooter
          chosen={chosen}
          error={remake.error}
          isBusy={remake.isPending}
          onRemake={() => remake.mutate(chosen)}
        />
      )}
    </>
  )
}

/** The cards to be made again: at first all that can be, as many as one request takes. */
function useChosen(uses: readonly ReferenceUse[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  const all = uses.filter(canRemake)
  const chosen = ids ? all.filter(({ generationId }) => ids.has(generationId)) : all.slice(0, maxRemadeCards)
  return {
    chosen,
    toggle({ generationId }: ReferenceUse) {
      const next = new Set(chosen.map((each) => each.generationId))
      if (!next.delete(generationId)) next.add(generationId)
      setIds(next)
    },
    clear: () => setIds(new Set()),
  }
}

type Choice = { readonly isChosen: boolean; readonly isFull: boolean; toggle(): void }
type UseRowProps = { use: ReferenceUse; choice: Choice | null; onLeave(): void }

function UseRow({ use, choice, onLeave }: UseRowProps) {
  const { generationId, projectId, projectTitle, prompt, isCurrent, price } = use
  const reason =
    price === null ? usesTexts.noModel : choice?.isFull && !choice.isChosen ? usesTexts.max(maxRemadeCards) : null
  return (
    <li className="-mx-2 flex items-start gap-3 rounded-8 px-2 py-2.5 [contain-intrinsic-size:auto_64px] [content-visibility:auto] hover:bg-raised pointer-coarse:gap-5">
      {choice && (
        <span className="size-[18px] flex-none">
          {!isCurrent && (
            <input
              type="checkbox"
              className="tick disabled:opacity-40"
              aria-label={usesTexts.choose(nameOfPrompt(prompt))}
              aria-description={reason ?? undefined}
              disabled={reason !== null}
              checked={choice.isChosen}
              onChange={choice.toggle}
            />
          )}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          to="/project/$projectId"
          params={{ projectId }}
          search={{ card: generationId }}
          dir="auto"
          className="block truncate text-left font-medium hover:underline"
          onClick={onLeave}
        >
          {prompt.slice(0, 200)}
        </Link>
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-muted tabular-nums">
          <bdi className="max-w-full truncate">{projectTitle}</bdi>
          {!isCurrent && <span className="badge">{usesTexts.older}</span>}
          <span>{price === null ? usesTexts.noModel : usesTexts.price(price)}</span>
        </p>
      </div>
    </li>
  )
}

type RemadeProps = { reply: RemakeReply; sent: readonly ReferenceUse[]; onLeave(): void }

/** The outcome: the projects with new cards, and each card that was refused with its reason. */
function Remade({ reply: { series, refused }, sent, onLeave }: RemadeProps) {
  const promptOf = (id: string) => sent.find(({ generationId }) => generationId === id)?.prompt ?? ''
  const titleOf = (id: string) => sent.find((use) => use.projectId === id)?.projectTitle ?? ''
  return (
    <section aria-label={usesTexts.remake} className="mb-3 grid gap-1 rounded-12 bg-raised px-3.5 py-3 text-13">
      <p>{usesTexts.remade(sent.length - refused.length)}</p>
      {series.map(({ id, projectId }) => (
        <Link
          key={id}
          to="/project/$projectId"
          params={{ projectId }}
          className="text-link justify-self-start"
          onClick={onLeave}
        >
          <bdi>{titleOf(projectId)}</bdi>
        </Link>
      ))}
      {refused.length > 0 && (
        <>
          <p className="mt-1">{usesTexts.refused(refused.length)}</p>
          <ul className="wrap-anywhere">
            {refused.map(({ generationId, message }) => (
              <li key={generationId} className="py-0.5">
                <bdi className="font-medium">{nameOfPrompt(promptOf(generationId))}</bdi>{' '}
                <span className="text-muted">{message}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type RemakeFooterProps = { chosen: readonly ReferenceUse[]; error: Error | null; isBusy: boolean; onRemake(): void }

/** The price of the chosen cards, and Go. */
function RemakeFooter({ chosen, error, isBusy, onRemake }: RemakeFooterProps) {
  const price = usesTexts.price(priceOfUses(chosen))
  const refusal = error && generationRefusal(error, usesTexts.error)
  return (
    <ModalFooter
      error={
        refusal && (
          <>
            {refusal.description}{' '}
            {refusal.action && (
              <Link to={refusal.action.to} className="text-link">
                {refusal.action.label}
              </Link>
            )}
          </>
        )
      }
    >
      <span className="mr-auto text-13 text-muted tabular-nums">{usesTexts.chosen(chosen.length, price)}</span>
      <Button
        kind="go"
        busy={isBusy}
        reason={chosen.length === 0 ? usesTexts.noneChosen : null}
        aria-label={usesTexts.remakeLabel(chosen.length, price)}
        onClick={onRemake}
      >
        {usesTexts.remake}
      </Button>
    </ModalFooter>
  )
}
