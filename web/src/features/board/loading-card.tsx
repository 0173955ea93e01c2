/** Stands in the middle while a board is on its way: a card's four places. */
export function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid h-full place-items-center px-6">
      <div className="grid w-full max-w-[640px] grid-cols-4 gap-2 rounded-20 bg-panel p-4 ring-1 ring-hairline [animation:fade_300ms_300ms_backwards]">
        {[0, 1, 2, 3].map((place) => (
          <span key={place} className="shimmer aspect-2/3 rounded-8" />
        ))}
      </div>
    </div>
  )
}
