type AvatarProps = {
  firstName: string
  /** Where the picture lies; null without one. */
  address: string | null
}

/** The person's picture; without one, the first letter of the first name. */
export function Avatar({ firstName, address }: AvatarProps) {
  if (address) return <img src={address} alt="" className="size-8 rounded-round object-cover" />
  return (firstName.trim().at(0) ?? 'U').toUpperCase()
}
