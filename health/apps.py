from django.apps import AppConfig


class HealthConfig(AppConfig):
    name = "health"

    def ready(self) -> None:
        from health import deploy_checks, service_checks

        deploy_checks.register()
        service_checks.register()
