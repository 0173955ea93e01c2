import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { LatestProjectsReply, ProjectCoverShape } from '#contract/board/project.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { api } from './http/client.ts'
import { latestPagesKey, latestProjectsKey, withPendingTitle } from './projects.ts'
import { useRested } from './use-rested.ts'

async function readLatest(
  { words, cursor }: { words: string; cursor: string | null },
  signal: AbortSignal,
): Promise<LatestProjectsReply> {
  const q = words.trim()
  const reply = await api.projects.latest({ ...(q !== '' && { q }), ...(cursor !== null && { cursor }) }, { signal })
  return { ...reply, items: reply.items.map(withPendingTitle) }
}

/** The projects edited last whose titles have these words, with covers; read again whenever they are shown. */
const latestProjectsQuery = (words: string) =>
  queryOptions({
    queryKey: [...latestProjectsKey, 'first', words.trim()],
    queryFn: ({ signal }) => readLatest({ words, cursor: null }, signal),
    staleTime: 0,
  })

/** The same page by page, as far as they are scrolled. */
const allLatestQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...latestPagesKey, words.trim()],
    queryFn: ({ signal, pageParam }) => readLatest({ words, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

const none: readonly ProjectCoverShape[] = []

/**
 * Finds projects by words of their titles, edited last first: at once among those that are known, then by the server. All that are
 * known without words.
 */
export function useFoundProjects(words: string) {
  const asked = useRested(words)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...latestProjectsQuery(asked),
    placeholderData: keepPreviousData,
  })
  // The reply to these words is right as it is: the server finds more, as 'Straße' by 'strasse'.
  const isReply = asked === words && !isPlaceholderData
  const isKnown = matchesWords(words)
  return {
    projects: (isReply ? data?.items : data?.items.filter(({ title }) => isKnown(title))) ?? none,
    total: data?.total ?? null,
    state: data && !isPlaceholderData ? ('loaded' as const) : isError ? ('failed' as const) : ('loading' as const),
    tryAgain: () => void refetch(),
  }
}

/** Reads all projects with these words, edited last first, page by page. */
export function useAllProjects(words: string) {
  const asked = useRested(words)
  const query = useInfiniteQuery({ ...allLatestQuery(asked), placeholderData: keepPreviousData })
  const { data, isError, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query
  const { isFetchNextPageError, fetchNextPage, refetch } = query
  const isOfOtherWords = isPlaceholderData || asked.trim() !== words.trim()
  const projects = data?.pages.flatMap(({ items }) => items) ?? none
  return {
    projects,
    total: data?.pages[0]?.total ?? null,
    state: isError ? ('failed' as const) : isPending || isOfOtherWords ? ('loading' as const) : ('loaded' as const),
    hasMore: hasNextPage,
    loadMore: () => void (hasNextPage && !isFetchingNextPage && !isError && !isOfOtherWords && fetchNextPage()),
    tryAgain: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
