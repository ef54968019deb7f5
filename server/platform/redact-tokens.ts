const START = String.raw`(?<=^|[^\w-]|%[\da-fA-F]{2})`

/**
 * Our own tokens and webhook secrets by their prefix, signed tokens of sessions and identity
 * providers, keys of the payment provider, and anything like a token (43 or 44 characters of
 * base64url).
 */
const FORMS = [
  String.raw`sd[a-z]_[\w-]{20,}`,
  String.raw`whsec_[\w+/=%-]{20,}`,
  String.raw`${START}eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}`,
  String.raw`[rs]k_(?:live|test)_\w{8,}`,
  String.raw`${START}(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,44}(?![\w-])`,
]
const TOKENS = new RegExp(FORMS.join('|'), 'g')

/** For every text that leaves a request. */
export const redactTokens = (text: string): string => text.replace(TOKENS, 'redacted')

/** RFC 3986, 2.3: these characters mean the same whether encoded or not, also encoded repeatedly. */
const ENCODED_UNRESERVED = /%(?:25)*(2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi

/** An address in the spelling in which a token in it has its form. */
export const decodeUnreserved = (address: string): string =>
  address.replace(ENCODED_UNRESERVED, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
