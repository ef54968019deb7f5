/** Longer ones are sentences. */
const MOST_CHARACTERS = 40
const MOST_WORDS = 4

/** Mail programs turn such texts into links, with or without markup. The dots are those that address bars accept as one. */
const LOOKS_LIKE_AN_ADDRESS = /[@/\\]|:\S|www|[\p{L}\p{N}][.。．｡․][\p{L}\p{N}]/iu
/** They turn these into telephone links. */
const LOOKS_LIKE_A_NUMBER = /\p{N}.*\p{N}.*\p{N}.*\p{N}.*\p{N}/u
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/**
 * A name that is safe for our mail: people may type a name to target another person's mailbox. Empty if it could be read as an address, a
 * number or a message; the mail then has no name in its greeting.
 */
export function shownName(name: string): string {
  const shown = name.normalize('NFKC').trim().replaceAll(/ +/g, ' ')
  if ([...shown].length > MOST_CHARACTERS || shown.split(' ').length > MOST_WORDS) return ''
  if (INVISIBLE.test(shown) || LOOKS_LIKE_AN_ADDRESS.test(shown) || LOOKS_LIKE_A_NUMBER.test(shown)) return ''
  return shown
}
