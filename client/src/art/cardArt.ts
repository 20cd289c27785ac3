/** The pictures on development cards, drawn around the origin, about 44 wide and high, lit from the upper left. */

export const CARD_ART: Record<string, string> = {
  deck: `
    <rect x="-17" y="-20" width="28" height="38" rx="5" transform="rotate(-9)" fill="#c9a765" stroke="#4d3610" stroke-width="2.4"/>
    <rect x="-12" y="-19" width="28" height="38" rx="5" transform="rotate(5)" fill="#fbf0d2" stroke="#4d3610" stroke-width="2.4"/>
    <path d="M2 -10L5.2 -2.600L13 -2L7 3L9 10.800L2 6.600L-5 10.800L-3 3L-9 -2L-1.200 -2.600Z" transform="rotate(5) translate(0 1)" fill="#b3256b"/>`,
  knight: `
    <path d="M0 -21C7 -17 13 -16 18 -16C18 3 13 14 0 22C-13 14 -18 3 -18 -16C-13 -16 -7 -17 0 -21Z" fill="#8f2430" stroke="#3d0f16" stroke-width="2.4"/>
    <path d="M0 -21C-7 -17 -13 -16 -18 -16C-18 3 -13 14 0 22Z" fill="#c23a45"/>
    <path d="M0 -17V17M-10.5 -6H10.5" stroke="#f7e7bd" stroke-width="4.4"/>
    <path d="M0 -21C7 -17 13 -16 18 -16C18 3 13 14 0 22C-13 14 -18 3 -18 -16C-13 -16 -7 -17 0 -21Z" fill="none" stroke="#3d0f16" stroke-width="2.4"/>`,
  roadbuilding: `
    <path d="M-13 21C-15 8 9 6 7 -5C5.600 -12 -5 -12 -3 -21" fill="none" stroke="#5a3d1c" stroke-width="13"/>
    <path d="M-13 21C-15 8 9 6 7 -5C5.600 -12 -5 -12 -3 -21" fill="none" stroke="#d7b173" stroke-width="9"/>
    <path d="M-13 21C-15 8 9 6 7 -5C5.600 -12 -5 -12 -3 -21" fill="none" stroke="#fff4d6" stroke-width="1.800" stroke-dasharray="4.500 3.500"/>
    <path d="M12 20V8M12 8L20 10.500V15L12 13Z" fill="#c23a45" stroke="#3d1f10" stroke-width="1.800"/>`,
  plenty: `
    <path d="M-15 2H15L11 20H-11Z" fill="#a8652c" stroke="#4d2a0d" stroke-width="2.400"/>
    <path d="M-15 2H0V20H-11Z" fill="#c98242"/>
    <path d="M-13 8H13M-12 14H12M-5 3L-4 20M5 3L4 20" stroke="#4d2a0d" stroke-width="1.300" opacity=".55"/>
    <circle cx="-8" cy="-4" r="6.500" fill="#d8472f" stroke="#6a1a10" stroke-width="1.800"/>
    <circle cx="7" cy="-5" r="6.500" fill="#e9b53a" stroke="#7a5208" stroke-width="1.800"/>
    <circle cx="-1" cy="-11" r="6.500" fill="#6aa84f" stroke="#26511a" stroke-width="1.800"/>
    <path d="M-1 -17C0 -21 4 -22 6 -21C5 -18 2 -16 -1 -17Z" fill="#3f8a3a" stroke="#26511a" stroke-width="1.200"/>
    <path d="M-17 2H17" stroke="#4d2a0d" stroke-width="4"/><path d="M-16 1.500H16" stroke="#e0a565" stroke-width="1.600"/>`,
  monopoly: `
    <path d="M-19 -9L-11 1L-6 -15L0 -2L6 -15L11 1L19 -9L15 13H-15Z" fill="#d99a1c" stroke="#5d3c04" stroke-width="2.400"/>
    <path d="M-19 -9L-11 1L-6 -15L0 -2V13H-15Z" fill="#f4c64f"/>
    <path d="M-15 13H15V19H-15Z" fill="#b3781a" stroke="#5d3c04" stroke-width="2.400"/>
    <circle cx="-6" cy="-16" r="2.800" fill="#fff2bd" stroke="#5d3c04" stroke-width="1.400"/><circle cx="6" cy="-16" r="2.800" fill="#fff2bd" stroke="#5d3c04" stroke-width="1.400"/>
    <circle cx="-19" cy="-10" r="2.400" fill="#fff2bd" stroke="#5d3c04" stroke-width="1.400"/><circle cx="19" cy="-10" r="2.400" fill="#fff2bd" stroke="#5d3c04" stroke-width="1.400"/>
    <circle cy="7" r="3" fill="#c23a45"/>`,
  point: `
    <path d="M-8 18C-20 12 -22 -4 -14 -14M8 18C20 12 22 -4 14 -14" fill="none" stroke="#3f7a3a" stroke-width="2.600"/>
    <path d="M-17 8c-6 0-7-4-6-6 5 0 7 3 6 6zM-18.500 0c-5-2-5-6-3-8 4 2 5 5 3 8zM-16 -8c-3-4-2-7 1-9 3 3 3 7-1 9zM-13 14c-5 2-8-1-8-3 4-2 8-1 8 3zM17 8c6 0 7-4 6-6-5 0-7 3-6 6zM18.500 0c5-2 5-6 3-8-4 2-5 5-3 8zM16 -8c3-4 2-7-1-9-3 3-3 7 1 9zM13 14c5 2 8-1 8-3-4-2-8-1-8 3z" fill="#5fa053" stroke="#2c5a28" stroke-width="1"/>
    <path d="M0 -15L4.300 -4.800L15 -4L6.800 3L9.400 13.500L0 7.800L-9.400 13.500L-6.800 3L-15 -4L-4.300 -4.800Z" transform="scale(.86)" fill="#f4c64f" stroke="#7a5208" stroke-width="2.200"/>`,
};

/** The backs of cards, for hands whose kinds are hidden. */
export const CARD_BACK = `
    <path d="M-9 7V-1L0 -9L9 -1V7Z" fill="none" stroke="currentColor" stroke-width="2.200"/>
    <path d="M-13 12C-6 8 6 16 13 11" fill="none" stroke="currentColor" stroke-width="2.200"/>`;
