const radius = 8
const circumference = 2 * Math.PI * radius

/** A ring that fills with the used percentage. The text beside it says the same. */
export function UsageRing({ percent }: { percent: number }) {
  const filled = (Math.min(100, Math.max(0, percent)) / 100) * circumference
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 -rotate-90 fill-none stroke-[2.5px]">
      <circle cx="10" cy="10" r={radius} className="stroke-line" />
      {filled > 0 && (
        <circle
          cx="10"
          cy="10"
          r={radius}
          strokeLinecap="round"
          strokeDasharray={`${filled.toFixed(2)} ${circumference.toFixed(2)}`}
          className="stroke-ink"
        />
      )}
    </svg>
  )
}
