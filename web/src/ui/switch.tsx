type SwitchProps = {
  /** The accessible name: what is so while it is on. */
  label: string
  isOn: boolean
  describedBy?: string
  onTurn(isOn: boolean): void
}

/** A switch, which takes effect at once. */
export const Switch = ({ label, isOn, describedBy, onTurn }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-label={label}
    aria-checked={isOn}
    aria-describedby={describedBy}
    onClick={() => onTurn(!isOn)}
  />
)
