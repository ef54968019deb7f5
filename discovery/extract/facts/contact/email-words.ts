/** Words before e-mail addresses and handles, by language. Tables of data, compared folded. */
import {
  alternativesOf,
  foldText,
  overFolded,
  type Words,
  wordsOf,
} from '#discovery/document/fold-text.ts'

import { CONTACT_LABELS } from './phone-words.ts'

/** Offer the address that follows as the shop's contact. */
export const EMAIL_LABELS: Words = {
  en:
    'e mail|mail|e mail us|mail us|e mail address|contact us at|contact us via|write us|' +
    'write to us|write to us at|reach us at|e mail us at|our e mail|our e mail address',
  de:
    'e mail|mail|e mail adresse|mailadresse|mailto|kontaktieren sie uns unter|schreiben sie uns|' +
    'schreib uns|schreib uns an|schreiben sie uns an|per mail|per e mail|per e mail an',
  fr:
    'e mail|mail|courriel|adresse e mail|adresse électronique|mél|contactez nous à|' +
    'écrivez nous|écrivez nous à|par e mail|par mail',
  es:
    'e mail|correo|correo electrónico|mail|dirección de correo|escríbenos|escríbenos a|' +
    'escríbanos a|por correo a',
  pt:
    'e mail|mail|correio eletrónico|correio eletrônico|endereço de e mail|escreva nos|' +
    'escreva para nós',
  tr:
    'e posta|eposta|e mail|mail|elektronik posta|e posta adresi|mail adresi|kep|kep adresi|' +
    'bize yazın',
  it: 'e mail|mail|posta elettronica|indirizzo e mail|pec|scrivici|scrivici a|scriveteci a',
  nl: 'e mail|mail|e mailadres|mail ons|mail naar|schrijf ons',
  pl: 'e mail|mail|adres e mail|poczta|napisz do nas|pisz na',
  sv: 'e post|epost|mail|mejl|e postadress|mejla oss|skriv till oss',
  da: 'e mail|mail|e mailadresse|skriv til os',
  no: 'e post|epost|mail|e postadresse|skriv til oss',
  fi: 'sähköposti|s posti|e mail|sähköpostiosoite',
  ja: 'メール|メールアドレス|e mail|mail',
  bg: 'имейл|и мейл|e mail|електронна поща|ел поща|' + 'имейл адрес|пишете ни',
  cs: 'e mail|mail|napište nám|e mailová adresa',
  ro: 'e mail|mail|adresă de e mail|scrieți ne|poșta electronică',
  el: 'e mail|mail|ηλεκτρονικό ταχυδρομείο|ηλ ταχυδρομείο|' + 'γράψτε μας',
  hu: 'e mail|mail|e mail cím|írjon nekünk',
}

const END = String.raw`[\s.]{0,2}(?:\([^()@]{0,20}\)\s?)?(?:[:=|→»-]\s{0,2})?[<("'\s]{0,3}$`
export const EMAIL_LABEL_AT_END = overFolded(
  String.raw`(?<![\p{L}\p{M}])(?:(?:${alternativesOf(EMAIL_LABELS)})${END}|(?:${alternativesOf(CONTACT_LABELS)})\s?:\s{0,2}$)`,
)

/** A handle follows, not an address. */
export const HANDLES: Words = {
  networks:
    'instagram|insta|ig|tiktok|tik|facebook|fb|twitter|x|youtube|yt|pinterest|threads|snapchat|' +
    'snap|linkedin|telegram|whatsapp|bluesky|mastodon|twitch|discord|vk|line|weibo|wechat|kakao|' +
    'reddit|tumblr|vimeo|spotify|etsy|mastodont|github',
  en:
    'follow|following|followed|handle|hashtag|tag|tagged|tagging|mention|by|via|credit|photo|' +
    'photos|pic|picture|shared|share|regram|repost|reposted|creator|influencer|social|socials|find',
  de: 'folge|folgen|folgt|markiere|markiert|verlinke|foto|fotos|bild|von|beitrag|teile',
  fr: 'suivez|suis|suivre|abonnez|identifiez|taguez|photo|crédit|par',
  es: 'sigue|síguenos|síganos|seguir|etiqueta|etiquétanos|foto|por|comparte',
  pt: 'siga|segue|sigam|seguir|marque|foto|por|compartilhe|partilhe',
  tr: 'takip|takipte|etiketle|etiketleyin|fotoğraf|paylaş|bizi',
  it: 'segui|seguici|seguiteci|tagga|taggaci|foto|di|condividi',
  nl: 'volg|volgen|tag|foto|door|deel',
  pl: 'obserwuj|śledź|oznacz|zdjęcie|dołącz',
  sv: 'följ|följ oss|tagga|bild|av',
  da: 'følg|tag|billede|af',
  no: 'følg|tagg|bilde|av',
  fi: 'seuraa|merkitse|kuva',
  ja: 'フォロー|インスタ|インスタグラム|ツイッター|公式',
  bg: 'последвай|последвайте|следвай|следвайте|снимка|' + 'инстаграм|фейсбук',
  cs: 'sleduj|sledujte|označ|foto',
  ro: 'urmărește|urmăriți|etichetează',
  el: 'ακολουθήστε|ακολούθησε',
}
export const HANDLE_WORDS: ReadonlySet<string> = new Set(wordsOf(HANDLES).map(foldText))
