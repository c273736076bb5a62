// What our service worker uses of its global scope; TypeScript's own types of it exclude those of pages.

declare namespace PushWorker {
  /** What the site sends: the notice's id, its sentence, and the path that it leads to. */
  interface Notice {
    id: string;
    text: string;
    url: string;
  }

  interface Awaited extends Event {
    waitUntil(work: Promise<unknown>): void;
  }

  interface Push extends Awaited {
    readonly data: { json(): Notice };
  }

  interface Click extends Awaited {
    readonly notification: Notification;
  }

  /** The browser's address has changed; some browsers have subscribed again already. */
  interface Change extends Awaited {
    readonly newSubscription?: PushSubscription | null;
  }

  interface Window {
    readonly visibilityState: DocumentVisibilityState;
  }

  interface Scope {
    readonly registration: ServiceWorkerRegistration;
    readonly clients: {
      matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Window[]>;
      openWindow(url: string): Promise<unknown>;
    };
    skipWaiting(): Promise<void>;
    addEventListener(type: "install", listener: () => void): void;
    addEventListener(type: "push", listener: (event: Push) => void): void;
    addEventListener(type: "pushsubscriptionchange", listener: (event: Change) => void): void;
    addEventListener(type: "notificationclick", listener: (event: Click) => void): void;
  }
}
