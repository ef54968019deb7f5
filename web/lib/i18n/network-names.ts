import type { SocialNetwork } from '#contracts/catalog/facts.ts'

export const NETWORK_NAMES: Record<SocialNetwork, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  pinterest: 'Pinterest',
  x: 'X',
  linkedin: 'LinkedIn',
  snapchat: 'Snapchat',
  threads: 'Threads',
  bluesky: 'Bluesky',
  tumblr: 'Tumblr',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
  discord: 'Discord',
  telegram: 'Telegram',
  reddit: 'Reddit',
  spotify: 'Spotify',
  etsy: 'Etsy',
  vk: 'VK',
  line: 'LINE',
}
